"""Makes caches and tables whose rows are at any positions, changes them, and has them identified: row_positions.py PROGRAM FOLDER [CASES [FIRST]].

A right answer gives the numbers of the file again, from its base and the position of each row; cosines up to the sign.
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

PROGRAM, FOLDER = sys.argv[1], Path(sys.argv[2])
NUM_CASES = int(sys.argv[3]) if len(sys.argv) > 3 else 60
FIRST = int(sys.argv[4]) if len(sys.argv) > 4 else 0


def bf16(values):
    bits = values.astype(np.float32).view(np.uint32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    return rounded.astype(np.uint32).view(np.float32)


TYPES = {"f64": lambda table: table, "f32": lambda table: table.astype(np.float32), "bf16": bf16,
         "f16": lambda table: table.astype(np.float16)}
ALLOWED = {"f64": 1e-11, "f32": 3e-7, "f16": 6e-4, "bf16": 5e-3}


def inv_freq(width, base):
    return base ** (-np.arange(0, width, 2) / width)


def angles(positions, width, base):
    return np.outer(positions, inv_freq(width, base))


def paper(positions, width, base):
    turned = angles(positions, width, base)
    return np.stack([np.sin(turned), np.cos(turned)], axis=-1).reshape(len(positions), width)


def twice(values):
    return np.concatenate([values, values], axis=1)


# Each form: the table of positions, and whether it tells the sign of a position.
FORMS = {
    "cos pairs": lambda p, d, b: np.cos(angles(p, d, b)),
    "sin pairs": lambda p, d, b: np.sin(angles(p, d, b)),
    "cos halves": lambda p, d, b: np.cos(twice(angles(p, d, b))),
    "cos adjacent": lambda p, d, b: np.cos(np.repeat(angles(p, d, b), 2, axis=1)),
    "buffer": lambda p, d, b: np.concatenate([np.cos(angles(p, d, b)), np.sin(angles(p, d, b))], axis=1),
    "buffer of halves": lambda p, d, b: np.concatenate(
        [np.cos(twice(angles(p, d, b))), np.sin(twice(angles(p, d, b)))], axis=1),
    "complex": lambda p, d, b: np.stack([np.cos(angles(p, d, b)), np.sin(angles(p, d, b))], axis=-1),
    "matrices": lambda p, d, b: np.stack(
        [np.cos(angles(p, d, b)), -np.sin(angles(p, d, b)), np.sin(angles(p, d, b)), np.cos(angles(p, d, b))],
        axis=-1).reshape(len(p), d // 2, 2, 2),
    "additive": paper,
}

# Positions as loaders and schedulers leave them.
POSITIONS = {
    "consecutive": lambda rng, n: np.arange(n),
    "offset": lambda rng, n: rng.integers(2, 5000) + np.arange(n),
    "doubled": lambda rng, n: 2 * np.arange(n),
    "reversed": lambda rng, n: np.arange(n)[::-1],
    "packed": lambda rng, n: np.concatenate([np.arange(n // 2), np.arange(n // 3), np.arange(n // 4)]),
    "left padding": lambda rng, n: np.concatenate([np.ones(n // 5, int), np.arange(n)]),
    "gap": lambda rng, n: np.concatenate([np.arange(n // 2), 100 + np.arange(n // 2)]),
    "clamped": lambda rng, n: np.minimum(np.arange(n), 2 * n // 3),
    "absolute": lambda rng, n: np.abs(np.arange(-(n // 2), n // 2)),
    "negative": lambda rng, n: np.arange(n) - n // 3,
    "unequal": lambda rng, n: np.cumsum(rng.integers(1, 9, n)) - 1,
    "schedule": lambda rng, n: 1000 - 4.1 * np.arange(n),
    "dense": lambda rng, n: np.cumsum(rng.integers(1, 4, 12 * n)) - 1,
    "documents": lambda rng, n: np.concatenate([np.arange(it) for it in rng.integers(2, 40, n)]),
}


def with_cells(table):
    table = table.copy()
    flat = table.reshape(len(table), -1)
    flat[5, 3] += 0.25
    flat[9, flat.shape[1] // 2] += 0.5
    return table


def with_zero_column(table):
    table = table.copy()
    table.reshape(len(table), -1)[:, 3] = 0
    return table


def with_columns_exchanged(table):
    if table.ndim > 2:
        return table
    order = np.arange(table.shape[1])
    order[[1, 5]] = order[[5, 1]]
    return table[:, order]


# What happens to tables on the way.
CHANGES = {
    "cells": with_cells,
    "zero row": lambda table: np.concatenate([np.zeros_like(table[:1]), table]),
    "zeros at the end": lambda table: np.concatenate([table, np.zeros_like(table[:6])]),
    "repeated row": lambda table: np.concatenate([table[:18], table[17:]]),
    "missing row": lambda table: np.concatenate([table[:10], table[11:]]),
    "zero column": with_zero_column,
    "columns exchanged": with_columns_exchanged,
    "factor": lambda table: 0.731 * table,
    "larger": lambda table: 8 * table,
}


def identified(table):
    path = FOLDER / "rows.npy"
    np.save(path, table)
    done = subprocess.run([PROGRAM, "identify", str(path), "--json"], capture_output=True, check=False)
    assert done.stdout, done.stderr.decode()
    return json.loads(done.stdout)


def expanded(answer, num_rows):
    """Position of each row; NaN where it has none."""
    positions = np.full(num_rows, np.nan)
    for run in answer["row_positions"]:
        first, end = run["rows"]
        if "positions" in run:
            positions[first:end] = run["positions"]
        elif run["position"] is not None:
            positions[first:end] = run["position"] + (run["step"] or 0) * np.arange(end - first)
    return positions


def fault(answer, form, table, kind, width, base):
    """What is wrong with an answer, or nothing."""
    if not answer["certain"]:
        return "not certain"
    if "row_positions" not in answer:
        return f"no positions, kind {answer['kind']}"
    positions = expanded(answer, len(table))
    # Frequencies whose exponents begin at one are those of other positions.
    is_begun = "exponent=one-based" in (answer["scene"] or "")
    turned = positions * (base ** (-2 / width) if is_begun else 1)
    own = FORMS[form](turned, width, base).reshape(len(table), -1) * answer["scale"]
    # What deviates is told, and is little.
    for it in answer["deviations"]:
        if it["row"] is None:
            own[:, it["column"]] = np.nan
        elif it["what"] == "cell":
            own[it["row"], it["column"]] = np.nan
    compared = ~np.isnan(own)
    if compared.mean() < 0.75:
        return f"{100 * (1 - compared.mean()):.0f} % deviate"
    off = np.abs(own - table.reshape(len(table), -1).astype(float))[compared].max()
    far = 1e-7 * np.nanmax(np.abs(positions)) if kind == "f32" else 0
    return None if off <= (ALLOWED[kind] + far) * max(1, abs(answer["scale"])) else f"off by {off:.3g}"


def main():
    wrong, certain = [], 0
    for case in range(FIRST, FIRST + NUM_CASES):
        rng = np.random.default_rng(case)
        form = list(FORMS)[rng.integers(len(FORMS))]
        place = list(POSITIONS)[rng.integers(len(POSITIONS))]
        kind = list(TYPES)[rng.integers(len(TYPES))]
        width = int(rng.choice([32, 64, 96, 128]))
        base = float(rng.choice([1e4, 5e5, 1e6, 12345.0]))
        # Few bits do not tell positions of many digits, nor bases.
        if kind in ("bf16", "f16"):
            place = "unequal" if place == "schedule" else place
            base = 1e4 if base == 12345 else base
        # Every other table is changed twice; a few wrong rows must be few.
        changes = rng.choice(list(CHANGES), 2, replace=False) if case % 2 else ()
        positions = POSITIONS[place](rng, int(rng.integers(80 if case % 2 else 24, 120)))
        table = FORMS[form](positions, width, base)
        for change in changes:
            table = CHANGES[change](table)
        table = TYPES[kind](table)
        found = fault(answer := identified(table), form, table, kind, width, base)
        if found:
            certain += answer["certain"]
            wrong.append(f"case {case}, {form}, {place}, {', '.join(changes)}, {kind}, {width}, base {base:g}: {found}: {answer['verdict'][:160]}")
    print(f"{len(wrong)} of {NUM_CASES} wrong, {certain} of them certain", *wrong, sep="\n")
    assert certain == 0, "wrong certainties"
    assert len(wrong) <= -(-NUM_CASES // 100), "more than one in a hundred is wrong"


main()
