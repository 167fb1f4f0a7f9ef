"""Rounded caches beside those of PyTorch 2.15, which `roundings.py` recorded: python caches.py PHASOR FOLDER.

A value may be off by one unit of its type. Where a type is narrow, the same values come out nearly everywhere. In f32 some
differ: PyTorch's cosine is not correctly rounded. So does a value of a narrow type whose cosine in f32 lies on the other
side of the middle of two numbers.
"""

import pathlib
import subprocess
import sys

import numpy as np

RECORDED = pathlib.Path(__file__).parent.parent / "data" / "pytorch-caches.npz"
HEAD_DIM, LENGTH = 64, 4096
# Distance of 1 and the next number of the type of each combination, and the largest share of values that may differ.
STEPS = {"f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}
COMBINATIONS = {
    "pytorch-f32": ("f32", 0.1),
    "inv-freq-bf16": ("f32", 0.1),
    "positions-bf16": ("f32", 0.1),
    "cache-f16": ("f16", 1e-3),
    "cache-bf16": ("bf16", 1e-3),
    "autocast-f16": ("f16", 0),
    "autocast-bf16": ("bf16", 0),
    "f16": ("f16", 0),
    "bf16": ("bf16", 0),
}
SMALLEST_NORMAL = {"f32": 2.0**-126, "f16": 2.0**-14, "bf16": 2.0**-126}


def units_off(found, expected, kind):
    """Distances in units of the type at the expected values."""
    size = np.maximum(np.abs(expected), SMALLEST_NORMAL[kind])
    return np.abs(found - expected) / (STEPS[kind] * 2.0 ** np.floor(np.log2(size)))


def main(phasor, folder):
    recorded = np.load(RECORDED)
    for name, (kind, share) in COMBINATIONS.items():
        scene = f"encoding=rotary&head_dim={HEAD_DIM}&length={LENGTH}&round={name}"
        out = pathlib.Path(folder) / f"cache-{name}.npy"
        subprocess.run([phasor, "export", "table", "--scene", scene, "--dtype", "f64", "-o", out], check=True)
        found = np.load(out)[recorded["positions"]]
        expected = recorded[name].astype(np.float64)
        assert (np.isfinite(found) == np.isfinite(expected)).all(), name
        finite = np.isfinite(expected)
        most = units_off(found[finite], expected[finite], kind).max()
        num_differing = int((found[finite] != expected[finite]).sum())
        print(f"{name}: {num_differing} of {found.size} values differ, by at most {most:g} units of {kind}")
        assert most <= 1 and num_differing <= share * found.size, name


if __name__ == "__main__":
    main(*sys.argv[1:])
