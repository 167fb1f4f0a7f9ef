"""Reads every format of the same table with the libraries that are commonly used for it.

    data.py FOLDER WHAT

The folder holds WHAT.DTYPE.FORMAT. All files are compared bit for bit with the npy file of 64 bits.
"""

import json
import struct
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import safetensors
import safetensors.numpy

folder, what = Path(sys.argv[1]), sys.argv[2]
truth = np.load(folder / f"{what}.f64.npy")
assert truth.dtype == np.float64 and truth.flags["C_CONTIGUOUS"], "C order, 64 bits"
types = {"f16": np.float16, "f32": np.float32, "f64": np.float64}


def same(values, expected, name):
    assert values.shape == expected.shape, f"{name}: shape {values.shape}, not {expected.shape}"
    assert values.dtype == expected.dtype, f"{name}: {values.dtype}, not {expected.dtype}"
    bits = f"u{expected.dtype.itemsize}"
    # NaN has many bit patterns.
    is_same = (values.view(bits) == expected.view(bits)) | (np.isnan(values) & np.isnan(expected))
    assert is_same.all(), f"{name}: {np.argwhere(~is_same)[:3]} differ"


def bf16(values):
    """Rounds float64 directly to bf16 (8 exponent bits, 8 significant bits), ties to even."""
    bits = values.view(np.uint64)
    kept, rest = bits >> np.uint64(45), bits & np.uint64((1 << 45) - 1)
    half = np.uint64(1 << 44)
    up = (rest > half) | ((rest == half) & ((kept & np.uint64(1)) == 1))
    wide = ((kept + up) << np.uint64(45)).view(np.float64)
    return (wide.astype(np.float32).view(np.uint32) >> np.uint32(16)).astype(np.uint16)


seen = 0
for path in sorted(folder.glob(f"{what}.*")):
    dtype, form = path.name.split(".")[1:]
    expected = truth.astype(types[dtype]) if dtype in types else None
    name = path.name
    seen += 1
    if form == "npy":
        same(np.load(path), expected, name)
    elif form == "npz":
        archive = np.load(path)
        same(archive[what], expected, name)
        assert archive["rows"].shape == (truth.shape[0],), f"{name}: a label a row"
        assert archive["columns"].shape == (truth.shape[1],), f"{name}: a label a column"
        assert str(archive["program"]).startswith("Phasor "), f"{name}: the program"
        assert "d_model=" in str(archive["scene"]), f"{name}: the scene"
        assert str(archive["convention"]), f"{name}: the convention"
    elif form == "safetensors":
        with safetensors.safe_open(path, framework="numpy") as file:
            metadata = file.metadata()
        assert "d_model=" in metadata["scene"] and metadata["program"].startswith("Phasor ")
        if dtype == "bf16":
            ((key, tensor),) = safetensors.deserialize(path.read_bytes())
            assert key == what and tensor["dtype"] == "BF16", f"{name}: {key} {tensor['dtype']}"
            assert tuple(tensor["shape"]) == truth.shape, f"{name}: {tensor['shape']}"
            bits = np.frombuffer(bytes(tensor["data"]), np.uint16).reshape(truth.shape)
            is_same = (bits == bf16(truth)) | np.isnan(truth)
            assert is_same.all(), f"{name}: {np.argwhere(~is_same)[:3]} differ"
        else:
            same(safetensors.numpy.load_file(path)[what], expected, name)
    elif form in ("csv", "tsv"):
        labels = None if what == "frequencies" else 0
        separator = "\t" if form == "tsv" else ","
        frame = pd.read_csv(path, sep=separator, index_col=labels, float_precision="round_trip")
        same(frame.to_numpy(np.float64).astype(expected.dtype), expected, name)
    elif form == "json":
        content = json.loads(path.read_text())
        frame = pd.DataFrame(content["data"], content["index"], content["columns"], np.float64)
        same(frame.to_numpy().astype(expected.dtype), expected, name)
        metadata = content["metadata"]
        assert "d_model=" in metadata["scene"] and metadata["program"].startswith("Phasor ")
        assert metadata["what"].startswith(what) and metadata["dtype"] == dtype, f"{name}: {metadata}"
    elif form == "md":
        lines = [line for line in path.read_text().splitlines() if line.startswith("|")]
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        assert all(set(cell) <= set("-:") for cell in cells[1]), f"{name}: a line below the names"
        skipped = 0 if what == "frequencies" else 1
        values = [[float(cell or "nan") for cell in row[skipped:]] for row in cells[2:]]
        shown = np.array(values)
        assert shown.shape == truth.shape, f"{name}: {shown.shape}"
        # Four decimals; for frequencies, four significant digits.
        unit = 1e-3 * np.abs(truth) if what == "frequencies" else 1e-4
        is_near = np.abs(shown - truth) <= 0.5 * unit + 1e-7 * np.abs(truth)
        assert (is_near | np.isnan(truth)).all(), f"{name}: four digits"
    else:
        assert form == "tex", f"{name} is read by nobody here"
        seen -= 1
assert seen == (14 if what == "frequencies" else 18), f"{seen} files are there"
