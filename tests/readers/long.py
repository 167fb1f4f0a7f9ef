"""Reads tables of several blocks: long.py FOLDER."""

import json
import sys
from pathlib import Path

import numpy as np

folder = Path(sys.argv[1])
whole = np.load(folder / "whole.npy")
parts = [np.load(folder / name) for name in ("first.npy", "second.npy")]
assert whole.shape == (9000, 96), whole.shape
assert np.concatenate(parts).tobytes() == whole.tobytes(), "parts joined are the whole"
t, k = np.arange(9000)[:, None], np.arange(48)
angle = t * 10000.0 ** (-k / 48)
assert np.abs(whole[:, 0::2] - np.sin(angle)).max() < 1e-11, "sines"
assert np.abs(whole[:, 1::2] - np.cos(angle)).max() < 1e-11, "cosines"

wide = np.load(folder / "wide.npy")
assert wide.shape == (3, 700_000), wide.shape
offsets = np.arange(7, 10)[:, None] - np.arange(700_000)
of_pairs = np.cos(offsets) + np.cos(offsets / 100)
assert np.abs(wide - of_pairs).max() < 1e-9, "the similarity of every pair of positions"
lines = (folder / "wide.csv").read_text().splitlines()
assert len(lines) == 4 and lines[0].startswith("position,0,1,") and lines[0].endswith(",699999")
cells = np.array([[float(cell) for cell in line.split(",")] for line in lines[1:]])
assert (cells[:, 0] == [7, 8, 9]).all(), "labels of the rows"
assert (cells[:, 1:] == wide).all(), "csv has the same values"
content = json.loads((folder / "wide.json").read_text())
assert content["index"] == [7, 8, 9] and content["columns"] == list(range(700_000))
assert (np.array(content["data"]) == wide).all(), "JSON has the same values"
