"""Reads what the configuration classes of transformers assume about positions: model_classes.py OUT.json.

Run with transformers 5.23.0 and torch. For every class with rotary parameters: the values of absent keys, which keys
give the base, how many frequencies there are, and which dimensions of a head turn together.
"""

import ast
import importlib
import inspect
import json
import os
import sys
import textwrap
from pathlib import Path

os.environ["TRANSFORMERS_VERBOSITY"] = "error"
os.environ["OMP_NUM_THREADS"] = "1"

import torch
import transformers
from transformers.models.auto.configuration_auto import CONFIG_MAPPING
from transformers.models.auto.modeling_auto import MODEL_MAPPING_NAMES

# Numbers of a configuration from which positions follow.
NUMBERS = ["hidden_size", "num_attention_heads", "num_hidden_layers", "head_dim", "max_position_embeddings",
           "qk_rope_head_dim", "qk_nope_head_dim", "global_head_dim", "rotary_dim", "partial_rotary_factor", "rope_theta",
           "rope_interleave", "sliding_window", "sliding_window_pattern", "no_rope_layers", "no_rope_layer_interval",
           "original_max_position_embeddings"]
# Keys that some class takes the base or the share of a head from.
BASES = ["rope_theta", "rotary_emb_base", "rope_local_base_freq", "local_rope_theta", "global_rope_theta", "swa_rope_theta",
         "compress_rope_theta", "rotary_embedding_base"]
SHARES = ["partial_rotary_factor", "rotary_pct", "rotary_dim"]


def value(config, name):
    try:
        found = getattr(config, name, None)
    except Exception:
        return None
    return found if isinstance(found, (int, float, str, bool, list, dict, type(None))) else None


def changed(cls, **keys):
    """Rotary parameters of a configuration with some keys set; None if the class refuses them."""
    try:
        return value(cls(**keys), "rope_parameters")
    except Exception:
        return None


def reads(cls, name, own, probe):
    """Parameters that a key changes: layer type (None for all) and parameter."""
    found = changed(cls, **{name: probe})
    if found is None or own is None:
        return []
    blocks = found if any(isinstance(it, dict) for it in found.values()) else {None: found}
    before = own if any(isinstance(it, dict) for it in own.values()) else {None: own}
    out = []
    for layer, block in blocks.items():
        for key, it in (block or {}).items():
            if it != (before.get(layer) or {}).get(key) and it == probe:
                out.append([layer, key])
    return out


def modeling(cls, model_type):
    """Module of the model: beside the configuration, or that of the class that stands for its type."""
    try:
        return importlib.import_module(cls.__module__.replace("configuration_", "modeling_"))
    except Exception:
        name = MODEL_MAPPING_NAMES.get(model_type)
        name = name[0] if isinstance(name, (list, tuple)) else name
        model = getattr(transformers, name, None) if name else None
        return importlib.import_module(model.__module__) if model else None


def rotary_class(module, cls):
    """Class that makes the frequencies for a configuration."""
    prefix = cls.__name__.removesuffix("Config")
    names = [name for name, it in vars(module).items()
             if inspect.isclass(it) and "Rotary" in name and it.__module__ == module.__name__]
    def rank(name):
        parameters = inspect.signature(getattr(module, name).__init__).parameters
        return ("config" not in parameters, "Vision" in name, not name.startswith(prefix), name)
    names.sort(key=rank)
    return getattr(module, names[0]) if names and not rank(names[0])[0] else None


def frequencies(module, cls, config):
    """Number of frequencies by set of layers, from the class itself."""
    rotary = rotary_class(module, cls)
    if rotary is None:
        return None
    try:
        made = rotary(config=config)
    except Exception:
        return None
    buffers = {name: len(it) for name, it in made.named_buffers() if name.endswith("inv_freq") and "original" not in name}
    return {name.removesuffix("inv_freq").rstrip("_") or "all": num for name, num in buffers.items()}


def called(node):
    return {it.func.id for it in ast.walk(node) if isinstance(it, ast.Call) and isinstance(it.func, ast.Name)}


def pairing(module, cls, config):
    """Pairing of the function that the attention of the model calls, found by turning a vector."""
    tree = ast.parse(inspect.getsource(module))
    prefix = cls.__name__.removesuffix("Config").removesuffix("Text")
    own, others = set(), set()
    is_vision = "Vision" in cls.__name__
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and "Attention" in node.name and ("Vision" in node.name) == is_vision:
            names = {name for name in called(node) if "rotary" in name and ("vision" not in name or is_vision)}
            others |= names
            if node.name.startswith(prefix):
                own |= names
    functions = own or others
    interleave = [name for name in functions if "interleave" in name]
    if interleave:
        functions = set(interleave) if value(config, "rope_interleave") in (None, True) else functions - set(interleave)
    found = set()
    for name in sorted(functions):
        function = getattr(module, name, None)
        if function is None:
            continue
        found.add(turned(function))
    found.discard(None)
    return found.pop() if len(found) == 1 else None


def turned(function):
    """Pairing of one function: which of 8 dimensions a unit vector moves to."""
    dim = 8
    angles = torch.tensor([[[0.1, 0.2, 0.3, 0.4]]])
    forms = {
        "halves": torch.cat([angles, angles], -1),
        "adjacent": angles.repeat_interleave(2, -1),
        "pairs": angles,
    }
    head = torch.arange(1.0, dim + 1.0).reshape(1, 1, 1, dim)
    expected = {}
    for name, (i, j, a, b) in {"halves": (lambda k: k, lambda k: k + 4, lambda k: k, lambda k: k + 4),
                               "adjacent": (lambda k: 2 * k, lambda k: 2 * k + 1, lambda k: 2 * k, lambda k: 2 * k + 1),
                               "adjacent_to_halves": (lambda k: 2 * k, lambda k: 2 * k + 1, lambda k: k, lambda k: k + 4),
                               }.items():
        out = torch.zeros(dim)
        for k in range(4):
            x, y, angle = head[0, 0, 0, i(k)], head[0, 0, 0, j(k)], angles[0, 0, k]
            out[a(k)] = x * torch.cos(angle) - y * torch.sin(angle)
            out[b(k)] = x * torch.sin(angle) + y * torch.cos(angle)
        expected[name] = out
    parameters = list(inspect.signature(function).parameters)
    for form in forms.values():
        cos, sin = torch.cos(form), torch.sin(form)
        attempts = [lambda: function(head, head, cos, sin), lambda: function(head, cos, sin),
                    lambda: function(head, head, torch.polar(torch.ones_like(form), form))]
        if "position_ids" in parameters:
            attempts.append(lambda: function(head, head, cos[0], sin[0], torch.zeros(1, 1, dtype=torch.long)))
        for attempt in attempts:
            try:
                out = attempt()
            except Exception:
                continue
            out = (out[0] if isinstance(out, tuple) else out).reshape(-1)
            for name, it in expected.items():
                if out.shape == it.shape and torch.allclose(out, it, atol=1e-5):
                    return name
    return None


def main():
    out = {"transformers": transformers.__version__, "classes": {}}
    for model_type in CONFIG_MAPPING.keys():
        try:
            cls = CONFIG_MAPPING[model_type]
            config = cls()
        except BaseException:
            continue
        own = value(config, "rope_parameters")
        entry = {}
        parts = {name: it.model_type for name, it in (getattr(cls, "sub_configs", None) or {}).items()
                 if getattr(it, "model_type", None)}
        if parts:
            entry["parts"] = parts
        if own:
            module = modeling(cls, model_type)
            entry |= {
                "class": cls.__name__,
                "defaults": {name: it for name in NUMBERS if (it := value(config, name)) is not None},
                "aliases": dict(cls.attribute_map),
                "rope_parameters": own,
                "default_theta": cls.default_theta,
                "layer_types": value(config, "layer_types"),
                "base_keys": {name: it for name in BASES if (it := reads(cls, name, own, 12345.0))},
                "share_keys": {name: it for name in SHARES if (it := reads(cls, name, own, 0.375))},
            }
            if module is not None:
                entry["frequencies"] = frequencies(module, cls, config)
                try:
                    entry["pairing"] = pairing(module, cls, config)
                except Exception as error:
                    print(model_type, repr(error)[:100], file=sys.stderr)
                    entry["pairing"] = None
        if entry:
            out["classes"][model_type] = entry
    Path(sys.argv[1]).write_text(json.dumps(out, indent=1) + "\n")


main()
