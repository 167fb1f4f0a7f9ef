"""Questions about tables and models."""

from __future__ import annotations

import json
import os
from typing import Any, SupportsFloat

import numpy
from numpy.typing import DTypeLike, NDArray

from . import _answer, answers
from ._inputs import ArrayLike, Inputs, is_text, scene
from ._program import PhasorError, in_python, options, renamed, run

_DTYPES = {"float16": "f16", "float32": "f32", "float64": "f64"}


def table(
    encoding: str = "paper",
    /,
    *,
    dtype: DTypeLike = numpy.float32,
    trust_files: bool = False,
    time_limit: float | None = None,
    **keys: object,
) -> NDArray[Any]:
    """Table of an encoding: a row for each position.

    `encoding` is a convention, a preset, or the text of a scene; `keys` are those of a scene, such as `d_model=384,
    length=1500`. With `trust_files`, the files that a scene names are read.
    """
    name = numpy.dtype(dtype).name
    if name not in _DTYPES:
        raise TypeError(f"cannot make a table of {name}: expected {', '.join(_DTYPES)}")
    with Inputs() as inputs:
        path = inputs.path("table.npy")
        own = [f"--scene={encoding}", *options({"trust_files": trust_files, **keys})]
        run(
            ["export", "table", f"--dtype={_DTYPES[name]}", f"--output={path}", "--quiet", *own],
            time_limit=time_limit,
        )
        made: NDArray[Any] = numpy.load(path, allow_pickle=False)
        return made


def identify(
    what: ArrayLike, /, *, tensor: str | None = None, time_limit: float | None = None
) -> answers.Identity:
    """What an array is, or a table in a file (`tensor` of it, where it has several), and where it deviates."""
    with Inputs() as inputs:
        if is_text(what) and not os.path.exists(what):
            raise PhasorError(f"no such file: {os.fspath(what)}")
        own = inputs.argument(what, "array", "the array")
        text = _json(["identify", *options({"tensor": tensor}), "--", own], inputs, (0, 1), time_limit)
        return _answer.answer(answers.Identity, text)


def compare(
    a: ArrayLike,
    b: ArrayLike,
    /,
    *,
    tolerance: SupportsFloat = 0.0,
    tensor: str | None = None,
    resized: bool = False,
    procrustes: bool = False,
    time_limit: float | None = None,
) -> answers.Comparison:
    """Compares two tables value by value; the answer is true if they are equal within the tolerance.

    A side is an array, a file, the text of a scene, or the name of a convention or preset; `tensor` is one of a file with several.
    With `resized`, the patches of A, of a square image, become as many as B has. With `procrustes`, the answer also says how much of
    the variance of B is explained by A, turned to fit best.
    """
    with Inputs() as inputs:
        sides = [inputs.argument(a, "a", "A"), inputs.argument(b, "b", "B")]
        asked = [f"--tolerance={float(tolerance)!r}", *options({"tensor": tensor, "resized": resized, "procrustes": procrustes})]
        text = _json(["compare", *asked, "--", *sides], inputs, (0, 1), time_limit)
        return _answer.answer(answers.Comparison, text)


def assert_same(
    a: ArrayLike,
    b: ArrayLike,
    /,
    *,
    tolerance: SupportsFloat = 0.0,
    common: bool = False,
    time_limit: float | None = None,
) -> None:
    """Fails, for use in tests, unless two tables are equal within the tolerance. Says where they differ, and what A is.

    Tables of different lengths differ, and so do those that start elsewhere, unless `common`: then the positions that both have are compared.
    """
    __tracebackhide__ = True
    try:
        found = compare(a, b, tolerance=tolerance, time_limit=time_limit)
    except PhasorError as error:
        if type(error) is not PhasorError or " columns, " not in str(error):
            raise
        lines = [str(error)]
    else:
        lines = [found.verdict, *getattr(found, "reasons", ())]
        lengths, both = getattr(found, "lengths", None), getattr(found, "positions", None)
        num = both.to - both.from_ + 1 if both else 0
        if found and lengths and both and (lengths.a, lengths.b) != (num, num) and not common:
            has = f"A has {lengths.a} positions, B has {lengths.b}"
            has += f", and both have {both.from_} to {both.to}" if lengths.a == lengths.b else ""
            lines.insert(0, f"{has} (common=True compares those that both have)")
        elif found:
            return
        places = {"largest difference": found.at, "first above the tolerance": found.first_above_tolerance}
        lines += [f"{what}: position {at.position}, column {at.column}" for what, at in places.items() if at and not found]
    if not is_text(a):
        try:
            lines.append(f"A: {identify(a, time_limit=time_limit)}")
        except PhasorError:
            pass  # The comparison says enough.
    raise AssertionError("\n".join(lines))


def model(
    what: object,
    /,
    *,
    part: str | None = None,
    length: int | None = None,
    reader: str | None = None,
    time_limit: float | None = None,
) -> answers.Model:
    """How a model is told where a token stands: its mechanisms, and of rotations every number with its origin.

    `what` is the file of a configuration, its folder, a preset, a dictionary, or a configuration of transformers.
    """
    with Inputs() as inputs:
        own = inputs.configuration(what)
        asked = options({"part": part, "length": length, "as": reader})
        return _answer.answer(answers.Model, _json(["model", *asked, "--", own], inputs, (0,), time_limit))


def measure(
    what: ArrayLike, /, *, time_limit: float | None = None, **keys: object
) -> answers.Measurement:
    """Measures a table as a learned one: norms, principal directions, nearest sinusoids, how positions are read from it."""
    with Inputs() as inputs:
        own = ["measure", *scene(what, None, inputs), *options(keys)]
        return _answer.answer(answers.Measurement, _json(own, inputs, (0,), time_limit))


def conventions() -> tuple[answers.Convention, ...]:
    """Named conventions."""
    with Inputs() as inputs:
        return _answer.answers(answers.Convention, _json(["conventions"], inputs, (0,), None))


def models() -> tuple[answers.Preset, ...]:
    """Models that come with the program."""
    with Inputs() as inputs:
        return _answer.answers(answers.Preset, _json(["models"], inputs, (0,), None))


def _json(
    arguments: list[str], inputs: Inputs, allowed: tuple[int, ...], time_limit: float | None
) -> str:
    """Answer of the program as JSON, in whose sentences names replace the paths of the private folder."""
    command, *rest = arguments
    # Arrays of a scene are named within the folder.
    folder = inputs.made if command == "measure" else None
    asked = [command, "--json", *rest]
    printed = run(asked, allowed=allowed, time_limit=time_limit, folder=folder, names=inputs.names)
    # A path stands in JSON with its backslashes escaped.
    names = {json.dumps(path)[1:-1]: name for path, name in inputs.names.items()}
    return in_python(renamed(printed.decode(), names)).replace('"the array', '"The array')
