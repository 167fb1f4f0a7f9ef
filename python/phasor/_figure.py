"""Figures for notebooks and papers, and the window."""

from __future__ import annotations

import os

from ._inputs import ArrayLike, Inputs, as_array, is_scene, is_text, scene
from ._program import open_window, options, run


class Figure:
    """Figure of a view, which notebooks show."""

    def __init__(
        self, view: str, sides: tuple[ArrayLike, ArrayLike], values: dict[str, object], time_limit: float | None
    ) -> None:
        self._view = view
        self._a, self._b = (it if it is None or is_text(it) else as_array(it).copy() for it in sides)
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
            own = scene(self._a, self._b, inputs)
            arguments = ["figure", self._view, *own, "--quiet", *options(self._values), *output]
            return run(arguments, time_limit=self._time_limit, folder=inputs.made, names=inputs.names)

    def _repr_svg_(self) -> str:
        return self._svg.decode()

    def _repr_png_(self) -> bytes:
        return self.draw("png")

    def __repr__(self) -> str:
        return f"<phasor.Figure {self._view}>"


def figure(
    view: str,
    a: ArrayLike = "paper",
    b: ArrayLike = None,
    /,
    *,
    time_limit: float | None = None,
    **values: object,
) -> Figure:
    """Figure of a view of an encoding, and of B beside it: a scene, a convention, a preset, a file or an array each.

    `values` are keys of the scene and options of `phasor figure`: `d_model=64`, `size="88x60mm"`, `theme="dark"`.
    Several views, separated by commas, are panels of one figure.
    """
    return Figure(view, (a, b), values, time_limit)


def show(a: ArrayLike = "paper", b: ArrayLike = None, /, *, time_limit: float = 60.0, **keys: object) -> None:
    """Opens the window on an encoding, and on B beside it, and returns. Both are what `figure` takes.

    The window stays when Python ends. Files that carry arrays to it are its own, and removed when it closes.
    """
    inputs = Inputs()
    try:
        if b is None and not keys and not is_scene(a):
            own = ["--", os.path.abspath(inputs.argument(a, "array", "the array"))]
        else:
            own = [*scene(a, b, inputs), *options(keys)]
        made = [] if inputs.made is None else [os.path.join(inputs.made, it) for it in os.listdir(inputs.made)]
        own = [*(f"--temporary={path}" for path in made), *own]
        open_window(own, folder=inputs.made, time_limit=time_limit)
    except BaseException:
        inputs.remove()
        raise
