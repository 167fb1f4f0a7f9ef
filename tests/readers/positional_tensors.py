"""Shapes of the tensors about positions in every model class of transformers: positional_tensors.py OUT.csv.

Run with transformers 5.24.0 and torch. Every model type is built from its default configuration without any values; each
tensor that assets/models/mechanisms.json names is looked up in it. What a class lacks at its defaults, or needs another
package for, is left out.
"""

import csv
import fnmatch
import json
import os
import sys
from pathlib import Path

os.environ["TRANSFORMERS_VERBOSITY"] = "error"

import torch
import transformers.models.auto.modeling_auto as auto
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

MECHANISMS = Path(__file__).parents[2] / "assets/models/mechanisms.json"
# Classes of a type that are built: the first ones have what the others have.
MOST = 3


def shapes(config):
    """Shapes of all tensors of a type's first classes, by name."""
    found, built = {}, set()
    names = ["MODEL_MAPPING", "MODEL_FOR_PRETRAINING_MAPPING", "MODEL_FOR_CAUSAL_LM_MAPPING"]
    names += [name for name in dir(auto) if name.startswith("MODEL_FOR") and name.endswith("_MAPPING")]
    for name in names:
        try:
            classes = getattr(auto, name)[type(config)]
        except Exception:  # Not of this kind, or without a package.
            continue
        for cls in classes if isinstance(classes, (tuple, list)) else [classes]:
            if cls in built or len(built) == MOST:
                continue
            try:
                with torch.device("meta"):
                    model = cls(config)
            except Exception:
                continue
            built.add(cls)
            found |= {tensor: tuple(it.shape) for tensor, it in model.state_dict().items()}
    return found


def spellings(pattern):
    """Names of a pattern with alternatives in braces."""
    before, brace, rest = pattern.partition("{")
    if not brace:
        return [pattern]
    inner, _, after = rest.partition("}")
    return [name for it in inner.split(",") for name in spellings(before + it + after)]


def main():
    types = json.loads(MECHANISMS.read_text())["model_types"]
    rows = []
    for model_type, row in types.items():
        tensors = [it["tensor"] for it in row["mechanisms"] if it.get("tensor")]
        try:
            found = shapes(CONFIG_MAPPING[model_type]()) if tensors else {}
        except Exception:
            continue
        for tensor in tensors:
            for pattern in [name for part in tensor.split(", ") for name in spellings(part)]:
                def matches(name):
                    return fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(name, "*." + pattern)
                shape = next((shape for name, shape in found.items() if matches(name)), None)
                if shape is not None:
                    rows.append([model_type, tensor, pattern, "x".join(map(str, shape))])
    with open(sys.argv[1], "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["model_type", "tensor", "part", "shape"])
        writer.writerows(rows)


main()
