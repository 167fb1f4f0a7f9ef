"""Compares names and rows of position tables with real state dicts: tensors.py PROGRAM [NUMBER [TYPES...]].

Run with transformers 5.24.0 and torch. Models are built on the meta device, from the configuration that the class makes
without any key. A tensor that the program names must be among those of the model, and have as many rows as it says.
"""

import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import warnings

os.environ["TRANSFORMERS_VERBOSITY"] = "error"
os.environ["OMP_NUM_THREADS"] = "1"
warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)

import torch
from transformers import AutoModel
from transformers.models.auto.configuration_auto import CONFIG_MAPPING


def answer(program, model_type):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"model_type": model_type}, file)
        file.flush()
        found = subprocess.run([program, "model", file.name, "--json"], capture_output=True, check=False, text=True)
    return json.loads(found.stdout)["mechanisms"] if found.returncode == 0 else []


def tensors(model_type):
    """Shapes by name of parameters and buffers; None if the model cannot be built."""
    try:
        config = CONFIG_MAPPING[model_type]()
        AutoModel._model_mapping[type(config)]
        with torch.device("meta"):
            model = AutoModel.from_config(config)
    except BaseException:
        return None
    return {name: tuple(it.shape) for name, it in [*model.named_parameters(), *model.named_buffers()]}


def fault(mechanism, shapes):
    """What is wrong about the tensors of a mechanism; None if nothing."""
    for name in mechanism["tensor"].split(", "):
        # The name may be that below another head of the model.
        pattern = re.escape(name).replace(r"\*", r"\d+")
        found = [own for own in shapes if re.search(rf"(^|\.){pattern}(\.weight)?$", own)]
        found = found or [own for own in shapes if re.search(rf"(^|\.){re.escape(own)}$", name) and "." in own]
        if not found:
            return f"no tensor {name}"
        rows = mechanism["rows"]
        if rows is not None and not any(rows in shapes[own] or any(a * b == rows for a in shapes[own] for b in shapes[own])
                                        for own in found):
            return f"{name} has {[shapes[own] for own in found][:2]}, not {rows} rows"
    return None


def main():
    program, number = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60
    num_types, num_tables, wrong = 0, 0, []
    for model_type in sys.argv[3:] or sorted(CONFIG_MAPPING):
        if num_types >= number:
            break
        stored = [it for it in answer(program, model_type) if it["tensor"] and it["kind"] in ("learned", "sinusoidal", "t5_bias")]
        shapes = tensors(model_type) if stored else None
        if not shapes:
            continue
        num_types += 1
        for mechanism in stored:
            num_tables += 1
            if found := fault(mechanism, shapes):
                wrong.append(f"{model_type}: {found}")
    print("\n".join(wrong))
    print(f"{num_types} model types, {num_tables} tables, {len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


main()
