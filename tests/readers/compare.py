"""Compares every pair of conventions with NumPy's figures, and exports their differences.

usage: compare.py PROGRAM FOLDER
"""

import itertools
import json
import pathlib
import subprocess
import sys

import numpy as np

PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
SHAPE = "d_model=20&length=33&start=0"
TOLERANCE = 1e-3


def run(*arguments, codes=(0,)):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode in codes, (arguments, done.returncode, done.stderr)
    return done.stdout


def table(name):
    path = FOLDER / f"{name}.npy"
    scene = f"convention={name}&{SHAPE}"
    run("export", "table", "--scene", scene, "--dtype", "f64", "-o", str(path))
    return np.load(path)


def place(flat, width):
    return {"position": int(flat // width), "column": int(flat % width)}


# Sinusoids have a width and a length of their own; grids and biases do not.
lines = [line.split("\t") for line in run("conventions").splitlines()]
names = [name for name, _, rule, *_ in lines if rule.startswith("exponent")]
assert len(names) > 30, names
tables = {name: table(name) for name in names}

count = 0
for a, b in itertools.combinations(names, 2):
    answer = json.loads(
        run(
            "compare",
            f"convention={a}&{SHAPE}",
            f"convention={b}&{SHAPE}",
            "--tolerance",
            str(TOLERANCE),
            "--json",
            codes=(0, 1),
        )
    )
    difference = np.abs(tables[a] - tables[b])
    width = difference.shape[1]
    above = difference > TOLERANCE
    expected = {
        "max_abs_difference": difference.max(),
        "root_mean_square": np.sqrt((difference**2).mean()),
    }
    for key, value in expected.items():
        assert abs(answer[key] - value) <= 1e-12, (a, b, key, answer[key], value)
    at = answer["at"]
    assert difference[at["position"], at["column"]] == difference.max(), (a, b, at)
    first = place(np.flatnonzero(above)[0], width) if above.any() else None
    assert answer["first_above_tolerance"] == first, (a, b, answer["first_above_tolerance"], first)
    differs = tables[a] != tables[b]
    first = place(np.flatnonzero(differs)[0], width) if differs.any() else None
    assert answer["first_difference"] == first, (a, b)
    assert answer["rows_above_tolerance"] == above.any(axis=1).sum(), (a, b)
    assert answer["columns_above_tolerance"] == above.any(axis=0).sum(), (a, b)
    count += 1

# A few of the differences as files.
for a, b in [("paper", "fairseq"), ("tensor2tensor", "whisper"), ("paper", "labml")]:
    path = FOLDER / "difference.npy"
    scene = f"convention={a}&{SHAPE}&b.convention={b}"
    run("export", "difference", "--scene", scene, "--dtype", "f64", "--force", "-o", str(path))
    found = np.load(path)
    assert np.array_equal(found, tables[a] - tables[b]), (a, b)
print(f"{count} pairs agree")
