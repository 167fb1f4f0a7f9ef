"""What a question is about: arrays go to the program as npy files in a private folder."""

from __future__ import annotations

import functools
import json
import os
from pathlib import Path
from shutil import disk_usage, rmtree
from tempfile import mkdtemp
from types import TracebackType
from typing import Any
from urllib.parse import quote

import numpy
from numpy.typing import NDArray

from ._program import run

# Anything that NumPy makes an array of, and tensors of torch and jax.
ArrayLike = Any


def as_array(value: ArrayLike) -> NDArray[Any]:
    """Array of a list, an array or a tensor, wherever it is stored."""
    try:
        if hasattr(value, "detach"):  # torch: without its graph, in the memory of the processor
            value = value.detach().cpu()
            if str(value.dtype) == "torch.bfloat16" or "float8" in str(value.dtype):
                value = value.float()  # exact
        array = _plain_array(value)
    except (TypeError, ValueError, RuntimeError, BufferError) as error:
        kind = getattr(value, "dtype", type(value).__name__)
        raise TypeError(f"cannot read {kind} as an array: {error}") from error
    dtype = array.dtype
    is_number = dtype.kind in "biuf" and dtype.itemsize <= 8 or dtype.kind == "c" and dtype.itemsize <= 16
    if not is_number and dtype.name != "bfloat16":
        expected = "floats of 64 bits at most, integers, or complex numbers of these"
        raise TypeError(f"cannot read an array of {dtype}: expected {expected}")
    return array


def _plain_array(value: Any) -> NDArray[Any]:
    """Array of what has numbers. Masked ones are NaN."""
    if isinstance(value, numpy.ma.MaskedArray) and numpy.ma.is_masked(value):
        return numpy.ma.filled(value.astype(numpy.result_type(value.dtype, numpy.float32)), numpy.nan)
    try:
        return numpy.asarray(value)
    except (TypeError, ValueError, RuntimeError):
        if not hasattr(value, "__dlpack__"):
            raise
        return numpy.from_dlpack(value)


def is_text(value: object) -> bool:
    """True for what the program reads itself: a scene, a name or a path."""
    return isinstance(value, (str, os.PathLike))


def _memory(num_bytes: int) -> str | None:
    """Folder in memory for large arrays, which a disk would hold up, where there is one with much room."""
    folder, large = "/dev/shm", 1 << 26
    if num_bytes < large or "TMPDIR" in os.environ or not os.access(folder, os.W_OK):
        return None
    return folder if disk_usage(folder).free > 8 * num_bytes else None


class Inputs:
    """Private folder of a question, which is removed whatever happens."""

    def __init__(self) -> None:
        self.made: str | None = None
        """Folder, where one was needed."""
        self.names: dict[str, str] = {}
        """What stands for the files of the folder in sentences."""

    def __enter__(self) -> Inputs:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.remove()

    def remove(self) -> None:
        """Removes the folder."""
        if self.made is not None:
            rmtree(self.made, ignore_errors=True)

    def path(self, name: str, num_bytes: int = 0) -> Path:
        """Path of a file of the folder, which is made when it is needed."""
        if self.made is None:
            self.made = mkdtemp(prefix="phasor-", dir=_memory(num_bytes))
        return Path(self.made, name)

    def argument(self, value: object, name: str, title: str) -> str:
        """Argument for a scene, a name, a file or an array. `title` stands for an array in sentences."""
        if is_text(value):
            return os.fspath(value)  # type: ignore[call-overload,no-any-return]
        array = as_array(value)
        path = self.path(f"{name}.npy", array.nbytes)
        numpy.save(path, array, allow_pickle=False)
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
            text = json.dumps(value, default=lambda it: it.item() if isinstance(it, numpy.generic) else str(it))
        elif hasattr(value, "to_json_string") and not isinstance(value, type):
            text = value.to_json_string()
        else:
            expected = "a name, a file, a dictionary or a configuration"
            raise TypeError(f"cannot read a model from {type(value).__name__}: expected {expected}")
        path = self.path("config.json")
        path.write_text(text, encoding="utf-8")
        self.names[str(path)] = "the configuration"
        return str(path)


def is_scene(value: object) -> bool:
    """True for the text of a scene and the name of a convention or preset, false for a file or an array."""
    return isinstance(value, str) and ("=" in value or not os.path.exists(value))


def scene(a: object, b: object, inputs: Inputs) -> list[str]:
    """Options for an encoding, and B beside it: a scene, the name of a convention or preset, a file, or an array."""
    if b is None and is_scene(a):
        return [f"--scene={a}"]
    parts = [_keys(a, "a", "", inputs)] + ([] if b is None else [_keys(b, "b", "b.", inputs)])
    trust = [] if is_scene(a) and (b is None or is_scene(b)) else ["--trust-files"]
    return [f"--scene={'&'.join(parts)}", *trust]


def _keys(value: object, name: str, side: str, inputs: Inputs) -> str:
    """Keys of a scene that make an encoding, for one side."""
    if is_scene(value):
        text = str(value)
        if "=" in text:
            return "&".join(side + part for part in text.split("&"))
        return f"{side}{'model' if text in _presets() else 'convention'}={text}"
    if not is_text(value):
        # By its name within the folder, so that figures of the same array are the same.
        return f"{side}table={Path(inputs.argument(value, name, name.upper())).name}"
    path = os.path.abspath(os.fspath(value))  # type: ignore[call-overload]
    is_model = os.path.isdir(path) or path.lower().endswith((".json", ".gguf"))
    return f"{side}{'model' if is_model else 'table'}={quote(path)}"


@functools.cache
def _presets() -> frozenset[str]:
    """Names of the models that come with the program."""
    return frozenset(preset["name"] for preset in json.loads(run(["models", "--json"])))
