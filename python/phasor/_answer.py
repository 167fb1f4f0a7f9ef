"""What all answers have in common, and how they are made from JSON."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy

T = TypeVar("T")


class Part:
    """Part of an answer."""


class Answer:
    """Answer of the program. As text, it is the verdict, where it has one."""

    phasor: str

    def __str__(self) -> str:
        verdict = getattr(self, "verdict", None)
        return repr(self) if verdict is None else str(verdict)


class Judgement(Answer):
    """Answer that is true if everything is within the tolerance."""

    within_tolerance: bool

    def __bool__(self) -> bool:
        return self.within_tolerance


def answer(kind: type[T], text: str) -> T:
    """Makes an answer from JSON."""
    made: T = _made(kind, json.loads(text))
    return made


def answers(kind: type[T], text: str) -> tuple[T, ...]:
    """Makes a list of answers from JSON."""
    return tuple(_made(kind, entry) for entry in json.loads(text))


@cache
def _hints(kind: type) -> dict[str, Any]:
    """Types of the attributes, by the keys in JSON: an underscore follows the words of the language."""
    hints = get_type_hints(kind)
    return {field.name.rstrip("_"): (field.name, hints[field.name]) for field in fields(kind)}


def _made(kind: Any, value: Any) -> Any:
    if value is None or kind is Any:
        return value
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        others = [it for it in arguments if it is not NoneType]
        is_list = isinstance(value, list)
        fitting = [it for it in others if (get_origin(it) is tuple) == is_list]
        return _made((fitting or others)[0], value)
    if origin is tuple:
        return tuple(_made(arguments[0], entry) for entry in value)
    if origin is dict:
        return {key: _made(arguments[1], entry) for key, entry in value.items()}
    if origin is numpy.ndarray:
        return numpy.array(value, dtype=numpy.float64)  # null becomes NaN
    if isinstance(kind, type) and is_dataclass(kind):
        known = _hints(kind)
        if not_finite := value.get("not_finite") if "inv_freq" in known else None:
            value = _with_not_finite(value, not_finite)
        given = {key: entry for key, entry in value.items() if key in known}
        make: Any = kind
        return make(**{known[key][0]: _made(known[key][1], entry) for key, entry in given.items()})
    return float(value) if kind is float else value


def _with_not_finite(value: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """Puts the numbers that JSON cannot hold back into a list of frequencies."""
    left = iter(names)
    full = [float(next(left)) if it is None else it for it in value["inv_freq"]]
    return {**value, "inv_freq": full}
