"""Figures for notebooks and papers, and the window."""

from __future__ import annotations

import os
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import numpy

from ._inputs import ArrayLike, Inputs, as_array, is_text, scene
from ._program import open_window, options, run


class Figure:
    """Figure of a view, which notebooks show."""

    def __init__(self, view: str, what: ArrayLike, values: dict[str, object], time_limit: float | None) -> None:
        self._view = view
        self._what = what if is_text(what) else as_array(what).copy()
        self._values = values
        self._time_limit = time_limit
        self._svg = self.draw("svg")

    def draw(self, format: str) -> bytes:
        """The figure as svg, png or pdf."""
        return self._drawn([f"--format={format}", "--output=-"])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the figure to a file: svg, png or pdf, as its ending says."""
        self._drawn([f"--output={os.path.abspath(path)}"])

    def _drawn(self, output: list[str]) -> bytes:
        with Inputs() as inputs:
            own = scene(self._what, inputs)
            folder = None if is_text(self._what) else inputs.folder
            arguments = ["figure", self._view, *own, "--quiet", *options(self._values), *output]
            return run(arguments, time_limit=self._time_limit, folder=folder, names=inputs.names)

    def _repr_svg_(self) -> str:
        return self._svg.decode()

    def _repr_png_(self) -> bytes:
        return self.draw("png")

    def __repr__(self) -> str:
        return f"<phasor.Figure {self._view}>"


def figure(
    view: str, what: ArrayLike = "paper", /, *, time_limit: float | None = None, **values: object
) -> Figure:
    """Figure of a view of a scene, a convention, a preset, a file or an array.

    `values` are keys of the scene and options of `phasor figure`: `d_model=64`, `size="88x60mm"`, `theme="dark"`.
    Several views, separated by commas, are panels of one figure.
    """
    return Figure(view, what, values, time_limit)


def show(what: ArrayLike = "paper", /, *, time_limit: float = 60.0, **keys: object) -> None:
    """Opens the window on a scene, a convention, a preset, a file or an array, and returns.

    The window stays when Python ends. The file that carries an array to it is its own, and removed when it closes.
    """
    if isinstance(what, str) and ("=" in what or not os.path.exists(what)):
        open_window([f"--scene={what}", *options(keys)], time_limit=time_limit)
    elif is_text(what):
        open_window([*options(keys), "--", os.path.abspath(what)], time_limit=time_limit)
    else:
        folder = mkdtemp(prefix="phasor-")
        try:
            path = Path(folder, "array.npy")
            numpy.save(path, as_array(what), allow_pickle=False)
            open_window(["--temporary", *options(keys), str(path)], time_limit=time_limit)
        except BaseException:
            rmtree(folder, ignore_errors=True)
            raise
