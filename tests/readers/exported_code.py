"""Runs the exported NumPy code and compares its tables with exported ones: code.py FOLDER NUMBER."""

import sys
from pathlib import Path

import numpy as np

folder, number = Path(sys.argv[1]), int(sys.argv[2])
for i in range(number):
    code = (folder / f"{i}.py").read_text()
    made = {}
    exec(code, made)
    table = np.load(folder / f"{i}.npy")
    assert made["pe"].shape == table.shape, f"{code}: shape {made['pe'].shape}"
    error = np.abs(made["pe"] - table).max()
    assert error < 1e-13 * max(1, np.abs(made["t"]).max()), f"{code}: off by {error}"
