"""Compares what the program says about configurations with what transformers computes: models.py PROGRAM [SEED [NUMBER [RECORD]]].

Run with transformers 5.24.0 and torch. Of every class with rotary parameters, configurations are made from keys that
files have, with values of their own. Frequencies, attention factor and base must be those of the model's own classes.
RECORD, a file, gets 500 of them with what transformers computed: tests/data/configurations.json, which a test of ours reads.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

os.environ["TRANSFORMERS_VERBOSITY"] = "error"
os.environ["OMP_NUM_THREADS"] = "1"
warnings.filterwarnings("ignore")

sys.argv, arguments = sys.argv[:1], sys.argv[1:]
sys.path.insert(0, str(Path(__file__).parent))
import model_classes as classes
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

PROGRAM = arguments[0]
SEED = int(arguments[1]) if len(arguments) > 1 else 1
NUMBER = int(arguments[2]) if len(arguments) > 2 else 6


def scaling(rng, width, length):
    """A block of rotary parameters."""
    kind = rng.choice(["default", "linear", "dynamic", "yarn", "yarn", "llama3", "longrope", "proportional"])
    block = {"rope_type" if rng.random() < 0.8 else "type": kind}
    if kind in ("linear", "dynamic", "yarn", "llama3"):
        block["factor"] = rng.choice([2.0, 4.0, 8, 3.5])
    if kind in ("yarn", "llama3", "longrope") and rng.random() < 0.9:
        block["original_max_position_embeddings"] = rng.choice([2048, 4096, 8192])
    if kind == "yarn":
        for key, values in {"beta_fast": [16.0, 32, 64.0], "beta_slow": [1, 2.0], "mscale": [1.0, 0.707],
                            "mscale_all_dim": [1.0, 0.707, 0], "attention_factor": [1.0, 1.25], "truncate": [False, True]}.items():
            if rng.random() < 0.3:
                block[key] = rng.choice(values)
    if kind == "llama3":
        block |= {"low_freq_factor": 1.0, "high_freq_factor": rng.choice([4.0, 8])}
    if kind == "longrope":
        block |= {"short_factor": [1.0 + 0.01 * i for i in range(width)], "long_factor": [1.0 + 0.5 * i for i in range(width)]}
        if rng.random() < 0.3:
            block["factor"] = 16.0
    if rng.random() < 0.4:
        block["rope_theta"] = rng.choice([5e5, 1e6, 123456.0])
    if kind == "proportional" or rng.random() < 0.15:
        block["partial_rotary_factor"] = rng.choice([0.25, 0.5])
    return block


def configuration(rng, model_type, entry):
    """Keys as a file may have them."""
    heads = rng.choice([8, 16])
    keys = {"model_type": model_type, "num_attention_heads": heads, "hidden_size": heads * rng.choice([64, 80, 128]),
            "num_hidden_layers": rng.choice([8, 12]), "max_position_embeddings": rng.choice([4096, 32768])}
    width = 32
    for of in entry.get("head_keys", {}).values():
        if rng.random() < 0.4:
            keys[of[0]] = rng.choice([64, 128])
    for key in entry.get("base_keys", {}):
        if rng.random() < 0.5:
            keys[key] = rng.choice([5e5, 20000.0])
    if rng.random() < 0.2:
        keys["partial_rotary_factor"] = 0.5
    for key in entry.get("share_keys", {}):
        if key not in ("partial_rotary_factor", "qk_rope_head_dim") and rng.random() < 0.3:
            keys[key] = 32 if entry["share_keys"][key].get("dims") else 0.25
    sets = [of for of in entry["blocks"] if of != "all"]
    draw = rng.random()
    name = rng.choice(["rope_scaling", "rope_parameters"])
    if sets:
        if draw < 0.3 and "all" not in entry.get("scaling_sets", []):
            keys["rope_scaling"] = scaling(rng, width, 0)
        elif draw < 0.7:
            keys["rope_parameters"] = {of: scaling(rng, width, 0) for of in sets}
    elif draw < 0.7:
        keys[name] = scaling(rng, width, 0)
    if rng.random() < 0.1:
        keys["original_max_position_embeddings"] = 2048
    return keys


def expected(cls, module, keys):
    """Frequencies and attention factors by set from the classes themselves; None if they refuse the file."""
    given = {name: it for name, it in keys.items() if name != "model_type"}
    rotary = next(iter(classes.ranked_classes(module, cls, "Rotary")), None)
    try:
        config = cls(**json.loads(json.dumps(given)))
        made = rotary(config=config)
    except BaseException:
        return None
    buffers = {name: it for name, it in made.named_buffers() if name.endswith("inv_freq") and "original" not in name}
    out = {}
    for name, it in buffers.items():
        of = name.removesuffix("inv_freq").rstrip("_")
        factor = getattr(made, f"{of}_attention_scaling" if of else "attention_scaling", 1.0)
        out[of or "all"] = (it.double().tolist(), float(factor))
    return out


def asked(keys):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(keys, file)
        file.flush()
        found = subprocess.run([PROGRAM, "model", file.name, "--json"], capture_output=True, check=False, text=True, timeout=20)
    return json.loads(found.stdout) if found.returncode == 0 else found.stderr.strip()


def difference(keys, own, wanted):
    """What the program says wrong; None if nothing."""
    if isinstance(own, str):
        return own
    # A switch of the file or of the class may turn the rotation off, whatever modules could be made.
    if not own["sets"] and own["unrotated_layers"]:
        return None
    sets = {it["name"]: it for it in own["sets"]}
    for name, (frequencies, factor) in wanted.items():
        it = sets.get(name)
        if it is None:
            return f"no set {name}, but {list(sets)}"
        if it["inv_freq"] is None or len(it["inv_freq"]) != len(frequencies):
            return f"{name}: {it['inv_freq'] and len(it['inv_freq'])} frequencies for {len(frequencies)}"
        for k, (a, b) in enumerate(zip(it["inv_freq"], frequencies)):
            if abs(a - b) > 2e-6 * abs(b) + 1e-12:
                return f"{name}: frequency {k} is {a} for {b}"
        if abs(it["attention_factor"] - factor) > 1e-6 * factor:
            return f"{name}: attention factor {it['attention_factor']} for {factor}"
    return None


def recorded(keys, wanted):
    """A configuration with what transformers computed of it: number, sum and some of the frequencies, and the factor."""
    sets = {}
    for name, (frequencies, factor) in wanted.items():
        places = sorted({k * (len(frequencies) - 1) // 5 for k in range(6)})
        some = {k: float(f"{frequencies[k]:.9g}") for k in places}
        sets[name] = {"number": len(frequencies), "sum": float(f"{sum(frequencies):.9g}"), "some": some, "factor": float(f"{factor:.9g}")}
    return {"config": keys, "sets": sets}


def main():
    rng = random.Random(SEED)
    data = json.loads((Path(__file__).parents[2] / "assets/models/classes.json").read_text())["classes"]
    num, num_refused, wrong, records = 0, 0, [], []
    for model_type, entry in data.items():
        if "head" not in entry or entry.get("axial") or "vision" in model_type or model_type not in CONFIG_MAPPING:
            continue
        # The rotation of a whole is not that of its text.
        if model_type in classes.FIXED or "text_config" in entry.get("parts", {}):
            continue
        cls = CONFIG_MAPPING[model_type]
        module = classes.modeling(cls, model_type)
        for _ in range(NUMBER):
            keys = configuration(rng, model_type, entry)
            wanted = expected(cls, module, keys)
            if wanted is None:
                num_refused += 1
                continue
            num += 1
            records.append(recorded(keys, wanted))
            found = difference(keys, asked(keys), wanted)
            if found:
                wrong.append((found, keys))
    for found, keys in wrong[:40]:
        print(found, json.dumps(keys)[:600])
    if len(arguments) > 3:
        some = random.Random(SEED).sample(records, min(500, len(records)))
        Path(arguments[3]).write_text("[\n" + ",\n".join(json.dumps(it) for it in some) + "\n]\n")
    print(f"{num} configurations, {num_refused} refused by transformers, {len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


main()
