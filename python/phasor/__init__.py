"""Phasor from Python: tables, and answers about tables and models.

The module runs the program `phasor`, which does everything; NumPy is all that it needs besides.

>>> import phasor
>>> pe = phasor.table("whisper", d_model=384, length=1500)
>>> phasor.identify(pe).certain
True
>>> bool(phasor.compare(pe, "whisper", tolerance=1e-6))
True
"""

from . import answers
from ._figure import Figure, figure, show
from ._program import PhasorError, PhasorWarning, ProgramNotFound, TimeLimit, WrongVersion, program
from ._questions import assert_same, compare, conventions, identify, measure, model, models, table
from .answers import VERSION as __version__

__all__ = [
    "Figure",
    "PhasorError",
    "PhasorWarning",
    "ProgramNotFound",
    "TimeLimit",
    "WrongVersion",
    "__version__",
    "answers",
    "assert_same",
    "compare",
    "conventions",
    "figure",
    "identify",
    "measure",
    "model",
    "models",
    "program",
    "show",
    "table",
]
