"""Tables of encodings as arrays."""

from pathlib import Path

import numpy as np
import pytest

import phasor


def paper(length: int, d_model: int) -> np.ndarray:
    """Table of the paper, by its formula."""
    angles = np.arange(length)[:, None] / 10000.0 ** (np.arange(0, d_model, 2) / d_model)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(length, d_model)


def test_table_is_that_of_the_formula() -> None:
    made = phasor.table("paper", d_model=32, length=50, dtype=np.float64)
    assert made.dtype == np.float64 and made.shape == (50, 32)
    np.testing.assert_allclose(made, paper(50, 32), atol=1e-13)


def test_single_precision_is_the_default() -> None:
    made = phasor.table(d_model=32, length=50)
    assert made.dtype == np.float32
    np.testing.assert_array_equal(made, phasor.table(d_model=32, length=50, dtype=float).astype(np.float32))


def test_half_precision() -> None:
    assert phasor.table(d_model=8, length=5, dtype="float16").dtype == np.float16


def test_keys_override_the_scene() -> None:
    made = phasor.table("d_model=32&length=50", length=9, start=7, dtype=float)
    np.testing.assert_allclose(made, paper(16, 32)[7:], atol=1e-13)


def test_conventions_of_every_family_have_tables() -> None:
    assert phasor.table("whisper", d_model=384, length=15).shape == (15, 384)
    assert phasor.table("vit-mae", d_model=64, grid="2x3").shape == (6, 64)


def test_preset_gives_its_cache() -> None:
    cosines = phasor.table("llama-2-7b", length=16, cache="cos", dtype=float)
    inv_freq = 10000.0 ** (-np.arange(64) / 64)
    np.testing.assert_allclose(cosines, np.cos(np.arange(16)[:, None] * inv_freq), atol=1e-12)


def test_unknown_name_is_an_error_with_the_nearest() -> None:
    with pytest.raises(phasor.PhasorError, match=r'unknown convention "whispr": nearest are whisper'):
        phasor.table("whispr")


def test_bad_value_is_an_error_that_says_what_is_expected() -> None:
    with pytest.raises(phasor.PhasorError, match=r'invalid d_model "0": expected a whole number from 1 to 16384'):
        phasor.table(d_model=0)


def test_unknown_key_is_an_error() -> None:
    with pytest.raises(phasor.PhasorError, match="'colour' found; a similar argument exists: 'colors'"):
        phasor.table(colour=1)


@pytest.mark.parametrize("dtype", [np.int32, np.complex64, np.longdouble])
def test_types_that_no_table_has_are_refused(dtype: type) -> None:
    with pytest.raises(TypeError, match="expected float16, float32, float64"):
        phasor.table(dtype=dtype)


def test_file_of_a_scene_is_read_on_request(tmp_path: Path) -> None:
    path = tmp_path / "pe.npy"
    np.save(path, paper(5, 4))
    scene = f"table={path}"
    with pytest.raises(phasor.PhasorError, match="add trust_files=True"):
        phasor.table(scene)
    np.testing.assert_array_equal(phasor.table(scene, trust_files=True, dtype=float), paper(5, 4))
