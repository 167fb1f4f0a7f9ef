"""Figures, and the window."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import phasor

Pretend = Callable[..., Path]


def test_notebooks_show_figures() -> None:
    figure = phasor.figure("similarity", "d_model=16&length=20", size="600x400")
    assert figure._repr_svg_().startswith("<svg") and figure._repr_png_().startswith(b"\x89PNG")
    assert repr(figure) == "<phasor.Figure similarity>"


def test_figures_are_saved_as_their_ending_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    figure = phasor.figure("heatmap", phasor.table(d_model=16, length=20), size="600x400")
    for name, start in [("fig.pdf", b"%PDF"), ("fig.png", b"\x89PNG"), ("fig.svg", b"<svg")]:
        figure.save(name)
        assert Path(name).read_bytes().startswith(start)


def test_same_array_gives_the_same_figure() -> None:
    table = phasor.table(d_model=16, length=20)
    one, other = (phasor.figure("heatmap", table.copy(), size="600x400") for _ in range(2))
    assert one._repr_svg_() == other._repr_svg_()


def test_figure_keeps_the_array_as_it_was() -> None:
    table = phasor.table(d_model=16, length=20)
    figure = phasor.figure("heatmap", table, size="600x400")
    before = figure.draw("svg")
    table[:] = 0
    assert figure.draw("svg") == before


def test_files_and_panels_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "pe.npy"
    np.save(path, phasor.table(d_model=16, length=20))
    assert phasor.figure("heatmap,similarity", path, panels="2x1", letters=True).draw("png")


def test_unknown_view_is_an_error() -> None:
    with pytest.raises(phasor.PhasorError, match="heat"):
        phasor.figure("heat", "paper")


def test_window_gets_a_file_of_its_own(pretend: Pretend, tmp_path: Path) -> None:
    # The window keeps the file until it closes.
    pretend(f'cp "$4" {tmp_path}/seen.npy; echo "$@" > {tmp_path}/arguments; echo open; rm "$4"; rmdir "$(dirname "$4")"')
    table = np.arange(12.0).reshape(3, 4)
    phasor.show(table)
    np.testing.assert_array_equal(np.load(tmp_path / "seen.npy"), table)
    assert (tmp_path / "arguments").read_text().startswith("--announce --temporary=/")
    end = time.monotonic() + 10
    while not all(window.poll() is not None for window in phasor._program._windows):
        assert time.monotonic() < end, "the pretended window does not end"
        time.sleep(0.01)


def test_window_of_a_scene(pretend: Pretend, tmp_path: Path) -> None:
    pretend(f'echo "$@" > {tmp_path}/arguments; echo open')
    phasor.show("whisper", d_model=64)
    assert (tmp_path / "arguments").read_text() == "--announce --scene=whisper --d-model=64\n"


def test_b_is_drawn_beside() -> None:
    table = phasor.table(d_model=16, length=20)
    for b in (table, "fairseq", "convention=fairseq&start=0"):
        assert b"table=a.npy" in phasor.figure("heatmap", table, b, side="all", size="900x400").draw("svg")


def test_window_that_does_not_open_is_an_error(pretend: Pretend) -> None:
    pretend("echo 'phasor: cannot open the window: no display' >&2; exit 1")
    with pytest.raises(phasor.PhasorError, match="^cannot open the window: no display$"):
        phasor.show(np.zeros((3, 3)))


def test_window_has_a_time_limit(pretend: Pretend) -> None:
    pretend("exec sleep 60")
    with pytest.raises(phasor.TimeLimit, match=r"longer than 0\.2 s to open"):
        phasor.show(np.zeros((3, 3)), time_limit=0.2)
