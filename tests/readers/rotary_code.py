"""Runs exported code of rotary encodings and compares it with what transformers 5.23.0 printed.

rotary_code.py FOLDER NUMBER: N.py is the code, N.json what was printed. Code for PyTorch runs where PyTorch is installed.
"""

import json
import sys
from pathlib import Path

import numpy as np

folder, number = Path(sys.argv[1]), int(sys.argv[2])
turned = 0
for i in range(number):
    code = (folder / f"{i}.py").read_text()
    made = {}
    exec(code, made)
    expected = json.loads((folder / f"{i}.json").read_text())

    def array(values):
        return made["torch"].tensor(values) if "torch" in made else np.array(values)

    cos, sin = (np.asarray(cache)[0] for cache in made["caches"](array([1000.0])))
    omega = np.array(expected["inv_freq"])
    bound = 1000 * omega * 2**-21 + 2**-22
    for own, key in ((cos, "cos_at_1000"), (sin, "sin_at_1000")):
        printed = np.array(expected[key])
        # Some classes repeat every column, some the whole cache.
        if len(printed) == 2 * len(omega):
            adjacent = np.abs(printed[0::2] - own).max() < np.abs(printed[: len(omega)] - own).max()
            printed = printed[0::2] if adjacent else printed[: len(omega)]
        assert (np.abs(own - printed) <= bound).all(), f"{code}: {key}"
    if expected.get("pairing") and expected.get("q"):
        own = made["rotate"](array([expected["q"]]), array([17.0]))
        error = np.abs(np.asarray(own)[0] - np.array(expected["q_rotated_at_17"])).max()
        assert error < 1e-5, f"{code}: off by {error}"
        turned += 1
print(f"{number} caches, {turned} turned vectors")
