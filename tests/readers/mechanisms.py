"""Makes assets/models/mechanisms.json: mechanisms.py REVIEWED OUT, or reports what a release changes: mechanisms.py --check OUT.

REVIEWED says for every model type by what mechanisms it is told where a token stands, with expressions in keys of the
configuration. The release of transformers that is installed adds the default of every key that the expressions name.
"""

import json
import re
import sys
from pathlib import Path

import transformers
from transformers.models.auto.configuration_auto import CONFIG_MAPPING, CONFIG_MAPPING_NAMES

FIELDS = ["kind", "where", "rows", "offset", "tensor", "hub_tensor", "condition", "from", "note", "width", "of", "limit",
          "convention"]
# Words of expressions that are no keys.
WORDS = {"i", "in", "is", "not", "None", "null", "true", "false", "set", "unset", "or", "and", "else"}
# Keys that tell layers and vocabulary rows of any text model.
ALWAYS = ["num_hidden_layers", "n_layer", "num_layers", "max_position_embeddings", "num_attention_heads", "n_head",
          "hidden_size", "d_model", "n_embd", "embed_dim"]


def names(text):
    """Keys, with dots between nested ones, that an expression names."""
    text = re.sub(r"'[^']*'", " ", text or "")
    found = re.findall(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*", text)
    return [name for name in found if name not in WORDS]


def plain(value):
    """Value as JSON; None if it is none."""
    try:
        text = json.dumps(value)
    except TypeError:
        return None
    return json.loads(text) if len(text) < 2000 else None


def value_at(config, path):
    for name in path.split("."):
        if isinstance(config, dict):
            if name not in config:
                return None, False
            config = config[name]
        else:
            try:
                config = getattr(config, name)
            except Exception:  # Keys of single layers have no value for all.
                return None, False
    return config, True


def defaults_of(model_type, mechanisms):
    """Default of every key that the expressions of a model type name."""
    try:
        config = CONFIG_MAPPING[model_type]()
    except Exception:
        return {}
    found = {}
    for mechanism in mechanisms:
        inner = mechanism.get("from")
        for field in ("rows", "offset", "condition", "width", "limit"):
            text = mechanism.get(field)
            keys = names(text) if isinstance(text, str) else []
            for key in keys:
                for path in {key, f"{inner}.{key}" if inner else key}:
                    value, is_there = value_at(config, path)
                    value = plain(value) if is_there and not hasattr(value, "to_dict") else None
                    if value is not None and not callable(value):
                        found[path] = value
        for key in ALWAYS:
            path = f"{inner}.{key}" if inner else key
            value, is_there = value_at(config, path)
            if is_there and isinstance(value, int):
                found[path] = value
    return found


def entry(row):
    mechanisms = []
    for mechanism in row["mechanisms"]:
        kept = {field: mechanism[field] for field in FIELDS if mechanism.get(field) is not None}
        if "note" in kept:
            # The number of rows is that of the file at hand.
            kept["note"] = re.sub(r"^514 rows for 512 tokens: ", "", kept["note"])
        # Tables that are made anew for longer sequences are no limit.
        note = mechanism.get("note") or ""
        if mechanism["kind"] == "sinusoidal" and ("fairseq" in note or "grows" in note or not mechanism.get("rows")):
            kept["grows"] = True
        if mechanism.get("sub_model_type"):
            kept["model_type"] = mechanism["sub_model_type"]
        mechanisms.append(kept)
    made = {"mechanisms": mechanisms}
    if row.get("prefix"):
        made["prefix"] = row["prefix"]
    defaults = defaults_of(row["model_type"], row["mechanisms"])
    if defaults:
        made["defaults"] = dict(sorted(defaults.items()))
    return made


def check(known):
    """Reports model types that are new or gone, and defaults that changed."""
    types = known["model_types"]
    for model_type in sorted(set(CONFIG_MAPPING_NAMES) - set(types)):
        print(f"new: {model_type}")
    for model_type in sorted(set(types) - set(CONFIG_MAPPING_NAMES)):
        print(f"gone: {model_type}")
    for model_type, row in types.items():
        now = defaults_of(model_type, row["mechanisms"])
        if now != row.get("defaults", {}):
            print(f"defaults of {model_type}: {row.get('defaults', {})} is now {now}")


def main():
    if sys.argv[1] == "--check":
        check(json.loads(Path(sys.argv[2]).read_text()))
        return
    rows = json.loads(Path(sys.argv[1]).read_text())[1:]
    types = {row["model_type"]: entry(row) for row in rows}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(row, ensure_ascii=False)}" for name, row in types.items())
    text = f'{{"transformers": "{transformers.__version__}", "model_types": {{\n{lines}\n}}}}\n'
    Path(sys.argv[2]).write_text(text)


main()
