"""What arrays are."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import phasor


def test_convention_is_found_with_certainty() -> None:
    found = phasor.identify(phasor.table("annotated-transformer", d_model=64, length=100))
    assert found.kind == "table" and found.certain and found.deviations == ()
    assert found.name == "annotated-transformer" or "annotated-transformer" in (found.also or ())
    assert found.matching_cells == found.cells == 6400


def test_scene_makes_the_table_again() -> None:
    table = phasor.table(d_model=64, length=100, base=500, start=3)
    scene = phasor.identify(table).scene
    assert scene is not None
    np.testing.assert_array_equal(phasor.table(scene), table)


def test_text_is_the_verdict() -> None:
    found = phasor.identify(phasor.table(d_model=32, length=64))
    assert str(found) == found.verdict
    assert found.verdict.startswith("The array is the table of") and "/" not in found.verdict.split(":")[0]


def test_deviations_say_where() -> None:
    table = phasor.table(d_model=64, length=100)
    table[40] = 0
    found = phasor.identify(table)
    assert [(it.what, it.row) for it in found.deviations] == [("zero_row", 40)]


def test_frequencies_have_candidates_with_presets() -> None:
    found = phasor.identify(phasor.model("llama-3.1-8b").sets[0].inv_freq)
    assert found.kind == "frequencies" and found.candidates[0].base == 500_000.0
    presets = [it.preset for it in found.candidates[0].presets or ()]
    assert "llama-3.1-8b" in presets


def test_nothing_is_an_answer_too() -> None:
    found = phasor.identify(np.zeros((10, 4)))
    assert (found.kind, found.certain, found.reason) == ("none", False, "zeros")


@pytest.mark.parametrize(
    "form",
    [
        lambda it: it,
        np.asfortranarray,
        lambda it: np.repeat(it, 2, axis=1)[:, ::2],
        lambda it: it[None],
        lambda it: it.astype(">f8"),
        lambda it: it.tolist(),
    ],
    ids=["plain", "columns first", "with gaps", "three sides", "big-endian", "lists"],
)
def test_order_in_memory_does_not_matter(form: Any) -> None:
    table = phasor.table(d_model=32, length=64, dtype=float)
    assert phasor.identify(form(table)).certain


def test_positions_are_whole_numbers() -> None:
    found = phasor.identify(np.arange(5, 20))
    assert (found.kind, found.scene) == ("positions", "encoding=index&start=5&length=15")


class Tensor:
    """Tensor as torch has it: on a device, with a graph, in a type that NumPy does not know."""

    def __init__(self, array: Any, dtype: str, is_plain: bool = False) -> None:
        self.array, self.dtype, self.is_plain = array, dtype, is_plain

    def detach(self) -> "Tensor":
        return Tensor(self.array, self.dtype)

    def cpu(self) -> "Tensor":
        return Tensor(self.array, self.dtype, is_plain=True)

    def float(self) -> "Tensor":
        return Tensor(self.array, "torch.float32", self.is_plain)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        if not self.is_plain or self.dtype == "torch.bfloat16":
            raise TypeError("can't convert to numpy")
        return self.array


@pytest.mark.parametrize("dtype", ["torch.float32", "torch.bfloat16"])
def test_tensors_are_taken(dtype: str) -> None:
    assert phasor.identify(Tensor(phasor.table(d_model=32, length=64), dtype)).certain


class Exchanged:
    """Array that can only be exchanged."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise RuntimeError("no array")

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


def test_arrays_are_exchanged() -> None:
    assert phasor.identify(Exchanged(phasor.table(d_model=32, length=64))).certain


@pytest.mark.parametrize("array", [np.array([{}, "a"]), np.ones(3, np.longdouble), np.ones((3, 3), np.clongdouble)])
def test_other_types_are_refused(array: Any) -> None:
    with pytest.raises(TypeError, match="cannot read an array of"):
        phasor.identify(array)


def test_complex_numbers_are_cosines_and_sines() -> None:
    angles = np.arange(50)[:, None] * 1e4 ** -(np.arange(16) / 16)
    found = phasor.identify(np.exp(1j * angles).astype(np.complex64))
    assert found.kind == "cache" and found.certain


def test_masked_numbers_are_missing() -> None:
    table = phasor.table(d_model=32, length=64)
    masked = np.ma.masked_array(table, mask=np.zeros_like(table, bool))
    masked[3, 4] = np.ma.masked
    assert len(phasor.identify(masked).deviations or ()) == 1


class Unreadable:
    """Tensor whose numbers are nowhere, as on the meta device of torch."""

    dtype = "float32"

    def detach(self) -> Any:
        raise NotImplementedError("Cannot copy out of meta tensor; no data!")


def test_what_has_no_numbers_is_refused_in_a_sentence() -> None:
    with pytest.raises(TypeError, match="cannot read float32 as an array: Cannot copy out of meta tensor"):
        phasor.identify(Unreadable())


def test_small_tables_are_no_lists() -> None:
    assert phasor.identify(np.array([[0, 1, 2, 3]] * 3)).cells == 12


def test_files_are_read_where_they_are(tmp_path: Path) -> None:
    path = tmp_path / "two.npz"
    np.savez(path, one=phasor.table(d_model=32, length=64), two=np.zeros((3, 3)))
    assert phasor.identify(path, tensor="one").certain
    assert phasor.identify(str(path), tensor="two").reason == "zeros"


def test_missing_file_is_an_error() -> None:
    with pytest.raises(phasor.PhasorError, match=r"^no such file: nowhere\.npy$"):
        phasor.identify("nowhere.npy")


def test_note_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "pe.csv"
    path.write_text("1,2,3\n0.25,0.5,0.75\n0.5,0.75,0.125\n")
    with pytest.warns(phasor.PhasorWarning, match="the first line"):
        phasor.identify(path)
