"""Configurations of models, conventions and presets."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import phasor
from phasor import _answer, answers

CONFIG: dict[str, Any] = {
    "model_type": "llama",
    "hidden_size": 512,
    "num_attention_heads": 8,
    "num_hidden_layers": 2,
    "rope_theta": 10000.0,
    "max_position_embeddings": 2048,
}


class Config:
    """Configuration as transformers has it."""

    def to_json_string(self) -> str:
        return json.dumps(CONFIG)


class Module:
    """Model with a configuration."""

    config = Config()


def test_frequencies_are_an_array() -> None:
    (only,) = phasor.model("llama-2-7b").sets
    assert only.inv_freq is not None and only.inv_freq.dtype == np.float64
    np.testing.assert_allclose(only.inv_freq, 10000.0 ** (-np.arange(64) / 64), rtol=1e-15)


def test_origin_of_numbers_is_told() -> None:
    (only,) = phasor.model(CONFIG).sets
    assert only.origin["base"] == answers.Origin(source="key", key="rope_theta")
    assert only.head_dim == 64 and only.origin["head_dim"].source == "derived"


def test_configuration_comes_in_every_form(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    forms = [CONFIG, Config(), Module(), tmp_path / "config.json", str(tmp_path)]
    texts = {str(phasor.model(form)) for form in forms}
    assert len(texts) == 1


def test_mechanisms_and_limit() -> None:
    found = phasor.model({"model_type": "gpt2", "n_positions": 1024, "n_embd": 768})
    assert found.max_tokens == 1024 and found.mechanisms[0].kind == "learned"
    assert found.sets == ()


def test_length_decides_dynamic_scaling() -> None:
    scaled = {**CONFIG, "rope_scaling": {"rope_type": "dynamic", "factor": 2.0}}
    short, long = (phasor.model(scaled, length=n).sets[0].inv_freq for n in (1000, 8000))
    assert short is not None and long is not None and long[-1] < short[-1]


def test_other_objects_are_refused() -> None:
    with pytest.raises(TypeError, match="expected a name, a file, a dictionary or a configuration"):
        phasor.model(3)


def test_numbers_that_are_not_finite_come_back() -> None:
    entry = {"inv_freq": [1.0, None, None, 0.5], "not_finite": ["inf", "nan"]}
    full = _answer._with_not_finite(entry, entry["not_finite"])["inv_freq"]  # type: ignore[arg-type]
    np.testing.assert_array_equal(full, [1.0, np.inf, np.nan, 0.5])


def test_conventions_and_models_are_lists_of_answers() -> None:
    conventions, models = phasor.conventions(), phasor.models()
    assert "fairseq" in [it.key for it in conventions] and "llama-3.1-8b" in [it.name for it in models]
    assert {it.phasor for it in [*conventions, *models]} == {phasor.__version__}


def test_learned_tables_are_measured() -> None:
    found = phasor.measure(phasor.table(d_model=16, length=40))
    assert found.norms.shape == (40,) and found.columns[0].share > 0.99
    np.testing.assert_allclose(found.norms, np.sqrt(8), rtol=1e-6)
