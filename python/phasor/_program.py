"""The program: where it is, how it is run, and what goes wrong."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryFile

from .answers import VERSION


class PhasorError(Exception):
    """A question that the program does not answer; the message is the program's own line."""


class ProgramNotFound(PhasorError):
    """There is no program."""


class WrongVersion(PhasorError):
    """The program is of another version than the module."""


class TimeLimit(PhasorError, TimeoutError):
    """The program took longer than was allowed; it has been ended."""


class PhasorWarning(UserWarning):
    """Note of the program, such as how a file was read that may be read in two ways."""


def program() -> Path:
    """Program that the module runs: that of the variable PHASOR, the one it was installed with, or that of PATH.

    It has the version of the module.
    """
    path = _found()
    _check_version(path, path.stat().st_mtime_ns)
    return path


def _found() -> Path:
    if named := os.environ.get("PHASOR"):
        found = shutil.which(named)
        if found is None:
            raise ProgramNotFound(f"PHASOR names no program: {named}")
        return Path(found)
    own = _installed() or shutil.which("phasor")
    if own is None:
        raise ProgramNotFound("the program phasor is neither installed with the module nor in PATH")
    return Path(own)


def _installed() -> Path | None:
    """Program that came with the module."""
    try:
        files = metadata.files("phasor") or []
    except metadata.PackageNotFoundError:
        return None
    own = (Path(str(file.locate())) for file in files if file.name in ("phasor", "phasor.exe"))
    return next((path.resolve() for path in own if os.access(path, os.X_OK)), None)


@functools.cache
def _check_version(path: Path, _modified: int) -> None:
    try:
        printed = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError as error:
        raise ProgramNotFound(f"cannot run {path}: {error.strerror}") from error
    version = (printed.split() + ["", ""])[1]
    if version != VERSION:
        raise WrongVersion(f"{path} has version {version or 'unknown'}: expected {VERSION}")


def options(values: Mapping[str, object]) -> list[str]:
    """Options of the command line: `d_model=64` is `--d-model=64`; a flag is given or left out."""
    return [part for name, value in values.items() for part in _option(name, value)]


def _option(name: str, value: object) -> Iterable[str]:
    option = "--" + name.strip("_").replace("_", "-")
    if value is None or value is False:
        return []
    if value is True:
        return [option]
    if isinstance(value, (list, tuple)):
        value = ",".join(map(str, value))
    return [f"{option}={value}"]


def run(
    arguments: Iterable[str],
    *,
    allowed: tuple[int, ...] = (0,),
    time_limit: float | None = None,
    folder: str | None = None,
    names: Mapping[str, str] | None = None,
) -> bytes:
    """What the program prints. Exit codes that are not allowed are errors; in all words, `names` replace paths."""
    command = [str(program()), *arguments]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, cwd=folder, timeout=time_limit, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise TimeLimit(f"phasor {command[1]} took longer than {time_limit:g} s") from error
    words = renamed(done.stderr.decode(errors="replace"), names or {})
    if done.returncode not in allowed:
        raise PhasorError(line_of_error(words, done.returncode))
    for line in words.splitlines():
        if line.startswith("note: "):
            warnings.warn(line.removeprefix("note: "), PhasorWarning, stacklevel=4)
    return done.stdout


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Text with names in place of paths."""
    for path, name in names.items():
        text = text.replace(path, name)
    return text


def line_of_error(words: str, code: int) -> str:
    """Line of the program that says what is wrong, with what it offers instead, in the words of Python."""
    lines = [line.strip() for line in words.splitlines()]
    for line in lines:
        for before in ("phasor: ", "error: "):
            if line.startswith(before):
                hints = [it.removeprefix("tip: ").strip("[]") for it in lines if it.startswith(("tip: ", "[possible values: "))]
                return in_python("; ".join([line.removeprefix(before), *hints]))
    return words.strip() or f"phasor ended with exit code {code}"


def in_python(text: str) -> str:
    """Text with arguments in place of the options of the command line."""

    def argument(found: re.Match[str]) -> str:
        name, value = found[1].replace("-", "_"), found[2]
        if name == "trust_files":
            return "trust_files=True"
        return f"{name}={value}" if value else name

    return re.sub(r"(?<![\w-])--([a-z][a-z-]*)(?:[ =](\d[\d.e+-]*\d|\d))?", argument, text)


_windows: list[subprocess.Popen[bytes]] = []


def open_window(arguments: Iterable[str], *, folder: str | None, time_limit: float) -> None:
    """Starts the program with its window, and returns once that is open."""
    _windows[:] = [window for window in _windows if window.poll() is None]
    with TemporaryFile() as errors:
        window = subprocess.Popen(
            [str(program()), "--announce", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=folder,
            # It stays when Python ends, and Ctrl+C in a terminal is not meant for it.
            start_new_session=sys.platform != "win32",
        )
        line = _first_line(window, time_limit)
        if line == b"open\n":
            _windows.append(window)
            return
        code = window.wait()
        if line is None:
            raise TimeLimit(f"the window took longer than {time_limit:g} s to open")
        errors.seek(0)
        raise PhasorError(line_of_error(errors.read().decode(errors="replace"), code))


def _first_line(window: subprocess.Popen[bytes], time_limit: float) -> bytes | None:
    """First line that a program prints, empty if it ends without; it is ended and `None` if that takes too long."""
    assert window.stdout is not None
    lines: list[bytes] = []
    with window.stdout as pipe:
        reading = threading.Thread(target=lambda: lines.append(pipe.readline()), daemon=True)
        reading.start()
        reading.join(time_limit)
        is_late = reading.is_alive()
        if is_late:
            window.kill()
            reading.join()
    return None if is_late else lines[0]
