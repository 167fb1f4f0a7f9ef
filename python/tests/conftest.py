"""A folder for temporary files of each test's own: what is left behind is seen."""

import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from phasor import _program
from phasor.answers import VERSION


@pytest.fixture(autouse=True)
def temporary(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Folder for temporary files, in which nothing may be left."""
    folder = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert not list(folder.iterdir()), "temporary files are left"


@pytest.fixture
def pretend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Takes the place of the program with lines of a shell, which see its arguments."""

    def place(lines: str, version: str = VERSION) -> Path:
        path = tmp_path / "pretended"
        path.write_text(f'#!/bin/sh\nif [ "$1" = --version ]; then echo phasor {version}; exit; fi\n{lines}\n')
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PHASOR", str(path))
        _program._check_version.cache_clear()
        return path

    return place
