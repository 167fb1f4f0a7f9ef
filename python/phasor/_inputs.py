"""What a question is about: arrays go to the program as npy files in a private folder."""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any

import numpy
from numpy.typing import NDArray

# Anything that NumPy makes an array of, and tensors of torch and jax.
ArrayLike = Any


def as_array(value: ArrayLike) -> NDArray[Any]:
    """Array of a list, an array or a tensor, wherever it is stored."""
    if hasattr(value, "detach"):  # torch: without its graph, in the memory of the processor
        value = value.detach().cpu()
        if str(value.dtype) == "torch.bfloat16":
            value = value.float()  # exact
    try:
        array = numpy.asarray(value)
    except (TypeError, ValueError, RuntimeError):
        if not hasattr(value, "__dlpack__"):
            raise
        array = numpy.from_dlpack(value)
    is_read = array.dtype.kind in "biuf" and array.dtype.itemsize <= 8 or array.dtype.name == "bfloat16"
    if not is_read:
        raise TypeError(f"cannot read an array of {array.dtype}: expected floats of 64 bits at most, or integers")
    return array


def is_text(value: object) -> bool:
    """True for what the program reads itself: a scene, a name or a path."""
    return isinstance(value, (str, os.PathLike))


class Inputs:
    """Private folder of a question, which is removed whatever happens."""

    def __init__(self) -> None:
        self._folder: TemporaryDirectory[str] | None = None
        self.names: dict[str, str] = {}
        """What stands for the files of the folder in sentences."""

    def __enter__(self) -> Inputs:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    @property
    def folder(self) -> str:
        """Folder, which is made when it is asked for."""
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="phasor-")
        return self._folder.name

    def path(self, name: str) -> Path:
        """Path of a file of the folder."""
        return Path(self.folder, name)

    def argument(self, value: object, name: str, title: str) -> str:
        """Argument for a scene, a name, a file or an array. `title` stands for an array in sentences."""
        if is_text(value):
            return os.fspath(value)  # type: ignore[call-overload,no-any-return]
        path = self.path(f"{name}.npy")
        numpy.save(path, as_array(value), allow_pickle=False)
        self.names[f"`phasor identify {path}`"] = f"`phasor.identify({name})`"
        self.names[str(path)] = title
        return str(path)

    def configuration(self, value: object) -> str:
        """Argument for a model: a name, a file, a dictionary or a configuration of transformers."""
        if is_text(value):
            return os.fspath(value)  # type: ignore[call-overload,no-any-return]
        if not isinstance(value, dict) and not hasattr(value, "to_json_string"):
            value = getattr(value, "config", value)  # of a model
        if isinstance(value, dict):
            text = json.dumps(value, default=str)
        elif hasattr(value, "to_json_string"):
            text = value.to_json_string()
        else:
            expected = "a name, a file, a dictionary or a configuration"
            raise TypeError(f"cannot read a model from {type(value).__name__}: expected {expected}")
        path = self.path("config.json")
        path.write_text(text, encoding="utf-8")
        self.names[str(path)] = "the configuration"
        return str(path)


def scene(value: object, inputs: Inputs) -> list[str]:
    """Options for a scene, the name of a convention or preset, a file, or an array."""
    if isinstance(value, str) and ("=" in value or not os.path.exists(value)):
        return [f"--scene={value}"]
    if is_text(value):
        path = os.path.abspath(os.fspath(value))  # type: ignore[call-overload]
        is_model = os.path.isdir(path) or path.lower().endswith((".json", ".gguf"))
        return [f"--model={path}" if is_model else f"--table={path}"]
    # By its name within the folder, so that figures of the same array are the same.
    return [f"--table={Path(inputs.argument(value, 'array', 'the array')).name}"]
