"""The program: that it is found, fits, ends in time, and leaves nothing behind."""

import dataclasses
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import phasor
from phasor import _program

Pretend = Callable[..., Path]


def test_missing_program_has_an_error_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHASOR", "/nowhere/phasor")
    with pytest.raises(phasor.ProgramNotFound, match="/nowhere/phasor"):
        phasor.conventions()


def test_nothing_in_path_is_a_missing_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PHASOR", raising=False)
    monkeypatch.setattr(_program, "_installed", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(phasor.ProgramNotFound, match="neither installed with the module nor in PATH"):
        phasor.program()


def test_wrong_version_has_an_error_of_its_own(pretend: Pretend) -> None:
    pretend("exit 0", version="0.1.0")
    with pytest.raises(phasor.WrongVersion, match=rf"has version 0\.1\.0: expected {phasor.__version__}"):
        phasor.conventions()


def test_other_program_is_of_unknown_version(pretend: Pretend) -> None:
    pretend("exit 0", version="")
    with pytest.raises(phasor.WrongVersion, match="unknown"):
        phasor.conventions()


def test_time_limit_has_an_error_of_its_own(pretend: Pretend) -> None:
    pretend("exec sleep 60")
    with pytest.raises(phasor.TimeLimit, match=r"phasor identify took longer than 0\.2 s") as caught:
        phasor.identify(np.zeros((4, 4)), time_limit=0.2)
    assert isinstance(caught.value, TimeoutError) and isinstance(caught.value, phasor.PhasorError)


def test_line_of_the_program_is_the_message(pretend: Pretend) -> None:
    pretend("echo 'note: one' >&2; echo 'phasor: it is broken' >&2; exit 2")
    with pytest.raises(phasor.PhasorError, match="^it is broken$"):
        phasor.conventions()


def test_silent_end_is_an_error(pretend: Pretend) -> None:
    pretend("exit 3")
    with pytest.raises(phasor.PhasorError, match="^phasor ended with exit code 3$"):
        phasor.conventions()


def test_folder_is_private_and_removed_when_interrupted(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []

    def interrupted(*_arguments: Any, **_options: Any) -> None:
        (folder,) = temporary.iterdir()
        modes.append(folder.stat().st_mode & 0o777)
        raise KeyboardInterrupt

    phasor.program()
    monkeypatch.setattr(subprocess, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        phasor.identify(np.zeros((4, 4)))
    assert modes == [0o700] and not list(temporary.iterdir())


def test_answers_are_frozen() -> None:
    (found, *_) = phasor.conventions()
    assert dataclasses.is_dataclass(found)
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.key = "other"  # type: ignore[misc]


def test_options_are_those_of_the_command_line() -> None:
    values = {"d_model": 64, "as": "vllm", "letters": True, "quiet": False, "seed": None, "curves": [0, 1]}
    assert _program.options(values) == ["--d-model=64", "--as=vllm", "--letters", "--curves=0,1"]
