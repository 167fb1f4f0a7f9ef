"""Two tables beside each other."""

import numpy as np
import pytest

import phasor


def test_equal_tables_are_true() -> None:
    table = phasor.table(d_model=32, length=50)
    found = phasor.compare(table, table)
    assert found and found.within_tolerance and found.equal_bits and found.max_abs_difference == 0


def test_tolerance_is_inclusive() -> None:
    a = np.zeros((4, 4))
    b = a.copy()
    b[2, 3] = 0.5
    assert phasor.compare(a, b, tolerance=0.5)
    found = phasor.compare(a, b, tolerance=0.4999)
    assert not found and found.max_abs_difference == 0.5
    assert found.first_above_tolerance == phasor.answers.Cell(position=2, column=3)


def test_sides_may_be_scenes_and_names() -> None:
    assert phasor.compare("tensor2tensor", "convention=tensor2tensor")
    assert not phasor.compare("tensor2tensor", "paper")
    table = phasor.table("whisper", d_model=48, length=70)
    assert phasor.compare(table, "whisper", tolerance=1e-6)


def test_verdict_names_the_arrays() -> None:
    verdict = str(phasor.compare(np.zeros((9, 4)), np.ones((9, 4))))
    assert verdict.startswith("A and B differ") and "`phasor.identify(a)`" in verdict
    assert "phasor-" not in verdict


def test_two_nan_are_equal() -> None:
    a = np.ones((3, 3))
    a[1, 1] = np.nan
    found = phasor.compare(a, a)
    assert found and found.not_finite.both == 1


def test_rotations_say_how_they_turn() -> None:
    rotary = phasor.compare("model=llama-2-7b", "model=llama-3-8b").rotary
    assert rotary is not None and rotary.base == (10000.0, 500000.0)


def test_rounding_has_figures() -> None:
    found = phasor.compare("model=llama-2-7b&length=64", "model=llama-2-7b&length=64&round=result:bf16")
    assert found.precision is not None and found.precision.at_position is not None


def test_other_widths_are_an_error() -> None:
    with pytest.raises(phasor.PhasorError, match=r"^A has 3 columns, B has 4: only tables of the same width"):
        phasor.compare(np.ones((5, 3)), np.ones((5, 4)))


def test_assert_same_says_nothing_of_equal_tables() -> None:
    phasor.assert_same(phasor.table("fairseq", d_model=16, length=20), "convention=fairseq", tolerance=1e-6)


def test_assert_same_fails_for_other_lengths_and_widths() -> None:
    table = phasor.table(d_model=32, length=64)
    with pytest.raises(AssertionError, match="^A has 50 positions, B has 64"):
        phasor.assert_same(table[:50], table)
    phasor.assert_same(table[:50], table, common=True)
    phasor.assert_same(table[:50], "paper", tolerance=1e-5)
    with pytest.raises(AssertionError, match="A has 16 columns, B has 32[^\n]*\nA: "):
        phasor.assert_same(table[:, :16], table)
    with pytest.raises(phasor.PhasorError, match="fairsek"):
        phasor.assert_same(table, "fairsek")


def test_tolerance_may_be_a_number_of_numpy() -> None:
    table = phasor.table(d_model=32, length=64)
    assert phasor.compare(table, "paper", tolerance=np.float32(1e-5))


def test_assert_same_says_where_and_what() -> None:
    table = phasor.table(d_model=32, length=64)
    with pytest.raises(AssertionError) as caught:
        phasor.assert_same(table, "d_model=32&length=64&base=500", tolerance=1e-6)
    message = str(caught.value)
    assert "first above the tolerance: position 1, column 2" in message
    assert "A: The array is the table of" in message


def test_tables_that_were_turned_explain_each_other() -> None:
    table = phasor.table("paper", d_model=8, length=40, dtype="float64")
    assert phasor.compare(table, 3 - 2 * table[:, ::-1]).procrustes is None
    found = phasor.compare(table, 3 - 2 * table[:, ::-1], procrustes=True)
    assert not found and found.procrustes is not None and abs(found.procrustes - 1) < 1e-6


def test_scenes_that_start_elsewhere_are_not_the_same() -> None:
    a, b = "d_model=8&length=16&start=0", "d_model=8&length=16&start=5"
    with pytest.raises(AssertionError, match="both have 5 to 15"):
        phasor.assert_same(a, b)
    phasor.assert_same(a, b, common=True)
