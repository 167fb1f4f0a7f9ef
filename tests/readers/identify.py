"""Makes tables of every convention, changes them, and has them identified: identify.py PROGRAM FOLDER [CONVENTION…].

A right answer gives the numbers of the file again: from its scene, its scale, and the changes that it reports.
"""

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

PROGRAM, FOLDER = sys.argv[1], Path(sys.argv[2])
LENGTH, WIDTH = 96, 64


def phasor(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, check=False)


class Convention:
    """Columns of a convention, at any real positions."""

    def __init__(self, key):
        self.key = key
        lines = phasor("export", "frequencies", "--convention", key, "--d-model", str(WIDTH), "--dtype", "f64", "-o", "-")
        header, *rows = (line.split(",") for line in lines.stdout.decode().splitlines())
        at = {name: header.index(name) for name in header}
        self.columns = [(None, None)] * WIDTH
        for row in rows:
            for component in ("sin", "cos"):
                column = row[at[f"{component}_column"]]
                if column:
                    self.columns[int(column)] = (float(row[at["frequency"]]), getattr(np, component))
        start = phasor("export", "table", "--convention", key, "--length", "1", "--d-model", "4", "-o", "-").stdout
        self.start = int(start.decode().splitlines()[1].split(",")[0])

    def permuted(self, table):
        """Table whose pairs of columns, or single columns, stand in another order."""
        places = {}
        for column, (omega, _) in enumerate(self.columns):
            places.setdefault(omega, []).append(column)
        pairs = [columns for columns in places.values() if len(columns) == len(places[self.columns[0][0]])]
        before, table = table, table.copy()
        for to, of in zip(pairs, np.random.default_rng(5).permutation(len(pairs)), strict=True):
            table[:, to] = before[:, pairs[of]]
        return table

    def alone(self, table, component):
        """Columns of one component."""
        return table[:, [column for column, (_, own) in enumerate(self.columns) if own is component]]

    def table(self, start=None, step=1.0, base=10000.0):
        """Rows from a position on."""
        positions = (self.start if start is None else start) + step * np.arange(LENGTH)

        def column(omega, component):
            if omega is None:
                return np.zeros(len(positions))
            return component(omega ** (np.log(base) / np.log(10000.0)) * positions)

        return np.stack([column(*parts) for parts in self.columns], axis=1)


def bf16(values):
    bits = values.astype(np.float32).view(np.uint32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    return rounded.astype(np.uint32).view(np.float32).astype(np.float64)


# Where the rows are.
PLACES = {
    "": {},
    "start 37": {"start": 37},
    "half": {"start": 0.5},
    "quarter": {"start": 0, "step": 0.25},
    "reverse": {"start": LENGTH - 1, "step": -1.0},
    "normalized": {"start": 0, "step": 1 / (LENGTH - 1)},
    "turn": {"start": 0, "step": 2 * np.pi / (LENGTH - 1)},
    "base": {"base": 12345.0},
    "base far": {"base": 1e6, "start": 1000},
}


def moved_rows(table):
    return np.concatenate([table[:50], table[51:], table[-1:]])


def swapped_columns(table):
    order = np.arange(WIDTH)
    order[[1, 40]] = order[[40, 1]]
    return table[:, order]


def zero_row(table):
    return np.concatenate([np.zeros((1, table.shape[1])), table])


def class_row(table):
    row = np.random.default_rng(7).normal(0, 0.02, (1, table.shape[1]))
    return np.concatenate([row, table])


def zeros_at_the_end(table):
    return np.concatenate([table[:-20], np.zeros((20, table.shape[1]))])


def repeated_row(table):
    return np.concatenate([table[:18], table[17:]])


def cells(table):
    table = table.copy()
    table[5, 7] += 0.25
    table[60, 33] = 3.0
    return table


def zero_column(table):
    table = table.copy()
    table[:, 9] = 0
    return table


CHANGES = {
    "transposed": lambda table: table.T,
    "scaled": lambda table: table * WIDTH**0.5,
    "shrunk": lambda table: table / WIDTH**0.5,
    "negative": lambda table: -table,
    "factor": lambda table: 0.731 * table,
    "zero row": zero_row,
    "class row": class_row,
    "zeros at the end": zeros_at_the_end,
    "repeated row": repeated_row,
    "cells": cells,
    "zero column": zero_column,
    "swapped columns": swapped_columns,
    "permuted pairs": None,
    "sines alone": None,
    "cosines alone": None,
    "missing column": lambda table: table[:, :-1],
}
LATER = [change for change in CHANGES if change != "transposed"] + ["transposed"]
TYPES = {"f64": lambda table: table, "f32": lambda table: table.astype(np.float32).astype(np.float64), "bf16": bf16,
         "f16": lambda table: table.astype(np.float16).astype(np.float64)}


def made(answer, shape):
    """Numbers of the answer in the orientation of the encoding; NaN where it reports a change."""
    path = FOLDER / "made.npy"
    done = phasor("export", "table", "--scene", answer["scene"], "--dtype", "f64", "--force", "-o", str(path))
    assert done.returncode == 0, done.stderr.decode()
    whole = np.load(path) * answer["scale"]
    table = whole.copy()
    # Columns before rows: a moved column does not bring back a row that is none of the encoding.
    for change in sorted(answer["deviations"], key=lambda change: "from" not in change):
        row, column = change["row"], change["column"]
        if change["what"] == "missing_column":
            table = np.delete(table, column, axis=1)
        elif row is not None and column is not None:
            table[row, column] = np.nan
        elif row is not None:
            table[row : change.get("row_end", row) + 1] = np.nan
        elif "from" in change:
            table[:, column] = whole[:, change["from"]]
        else:
            table[:, column] = np.nan
    if answer["kind"] == "cache":
        table[~rows_of_line(answer, len(table))] = np.nan
    assert table.shape == shape, f"made {table.shape}, not {shape}"
    return table


def rows_of_line(answer, num_rows):
    """True for rows at the positions that the scene of a cache gives them: the others are no deviations."""
    scene = dict(part.split("=") for part in answer["scene"].split("&"))
    line = float(scene.get("start", 0)) + float(scene.get("step", 1)) * np.arange(num_rows)
    positions = np.full(num_rows, np.nan)
    for run in answer["row_positions"]:
        first, end = run["rows"]
        if "positions" in run:
            positions[first:end] = run["positions"]
        elif run["position"] is not None:
            positions[first:end] = run["position"] + (run["step"] or 0) * np.arange(end - first)
    with np.errstate(invalid="ignore"):
        return np.abs(positions - line) <= 1e-9 * np.maximum(np.abs(line), 1)


def fault(answer, file, kind, most_changed):
    """What is wrong with an answer, or nothing."""
    # Sines alone in steps of 1/4 are the cache of a rotation whose frequencies are divided by 4.
    if answer["kind"] not in ("table", "cache"):
        return f"kind {answer['kind']}"
    upright = file.T if answer["transposed"] else file
    try:
        table = made(answer, upright.shape)
    except AssertionError as error:
        return str(error)
    compared = ~np.isnan(table)
    if compared.mean() < most_changed:
        return f"{100 * (1 - compared.mean()):.0f} % reported as changed"
    off = np.abs(table - upright)[compared].max()
    allowed = {"f64": 1e-11, "f32": 2e-7, "f16": 6e-4, "bf16": 5e-3}[kind] * abs(answer["scale"]) + 1e-12
    return None if off <= allowed else f"off by {off:.3g}"


def tested(path):
    """Runs the test that the program writes: the table passes, and fails with one wrong value."""
    names = {}
    code = phasor("identify", str(path), "--test", "numpy").stdout.decode()
    exec(code, names)  # noqa: S102
    table = np.load(path)
    names["check"](table)
    table[7, 3] += 0.1
    try:
        names["check"](table)
    except AssertionError:
        return
    raise AssertionError(f"a wrong value passes:\n{code}")


def main():
    keys = sys.argv[3:] or [
        name
        for name, _, rule, *_ in (line.split("\t") for line in phasor("conventions").stdout.decode().splitlines())
        if rule.startswith("exponent")
    ]
    num, wrong = 0, []
    for key in keys:
        convention = Convention(key)
        singles = [(place, change) for place in PLACES for change in ("", *CHANGES)]
        # There are no cosines among the sines.
        pairs = set(itertools.combinations(CHANGES, 2)) - {("sines alone", "cosines alone")}
        doubles = [("", pair) for pair in sorted(pairs)]
        picked = [(place, (change,) if change else (), "f32") for place, change in singles]
        picked += [(place, pair, "f32") for place, pair in doubles]
        picked += [(place, (), kind) for place in PLACES for kind in ("f64", "bf16", "f16")]
        picked += [("", (change,), kind) for change in CHANGES for kind in ("bf16", "f64")]
        if "PHASOR_WHOLE" not in os.environ:
            picked = picked[int(os.environ.get("PHASOR_SEED", "0")) % 3 :: 3]
        for place, changes, kind in picked:
            table = TYPES[kind](convention.table(**PLACES[place]))
            own = {
                "permuted pairs": convention.permuted,
                "sines alone": lambda table: convention.alone(table, np.sin),
                "cosines alone": lambda table: convention.alone(table, np.cos),
            }
            # Rows and columns are those of the encoding.
            for change in sorted(changes, key=LATER.index):
                table = (CHANGES[change] or own[change])(table)
            # A convention of sines alone has no cosines.
            if table.size == 0:
                continue
            path = FOLDER / "file.npy"
            np.save(path, table.astype(np.float32) if kind != "f64" and "scaled" not in changes else table)
            answer = phasor("identify", str(path), "--json")
            num += 1
            try:
                found = json.loads(answer.stdout)
            except json.JSONDecodeError:
                wrong.append((key, place, changes, kind, answer.stderr.decode()))
                continue
            reason = fault(found, np.load(path).astype(np.float64), kind, 0.6)
            if reason:
                wrong.append((key, place, changes, kind, reason))
            elif not changes and found["kind"] == "table":
                try:
                    tested(path)
                except (AssertionError, KeyError) as error:
                    wrong.append((key, place, changes, kind, f"its test: {str(error).strip().splitlines()[0]}"))
    for case in wrong:
        print(*case, sep=" | ")
    print(f"{len(wrong)} of {num} wrong")
    # What is hardly told by the numbers: slow waves of one component, or half its rows zero.
    assert len(wrong) <= 0.01 * num, f"{len(wrong)} of {num} are wrong, the last: {wrong[-1]}"


main()
