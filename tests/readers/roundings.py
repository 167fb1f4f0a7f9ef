"""Roundings against PyTorch: python roundings.py PHASOR FOLDER. Needs torch 2.15.

Ten million values of each type against casts from f32. Then records the caches of PyTorch that `caches.py` compares, in
tests/data/pytorch-caches.npz.
"""

import pathlib
import subprocess
import sys

import numpy as np
import torch

from caches import COMBINATIONS, HEAD_DIM, LENGTH, RECORDED

NUM_ROWS, NUM_COLUMNS = 2500, 4000
TYPES = {
    "bf16": torch.bfloat16,
    "f16": torch.float16,
    "e4m3": torch.float8_e4m3fn,
    "e5m2": torch.float8_e5m2,
}


def values(torch_type):
    """Ten million numbers in f32: random bits, numbers near the type's own, ties, subnormals and overflow."""
    random = np.random.default_rng(7)
    num = NUM_ROWS * NUM_COLUMNS
    bits = random.integers(0, 2**32, num, dtype=np.uint32).view(np.float32)
    info = torch.finfo(torch_type)
    # Numbers of the type, the middle of two neighbors, and what is one bit beside the middle.
    exponents = random.uniform(np.log2(info.smallest_normal) - 12, np.log2(info.max) + 2, num)
    near = np.float32(2.0) ** exponents.astype(np.float32)
    own = torch.from_numpy(near).to(torch_type).to(torch.float32).numpy()
    step = np.maximum(own, info.smallest_normal) * info.eps
    middle = (own + step * random.choice([-0.25, 0.0, 0.25, 0.5], num)).astype(np.float32)
    beside = (middle.view(np.int32) + random.integers(-1, 2, num, dtype=np.int32)).view(np.float32)
    signed = beside * random.choice([-1.0, 1.0], num).astype(np.float32)
    chosen = np.where(random.random(num) < 0.3, bits, signed)
    return np.where(np.isfinite(chosen), chosen, np.float32(0.0)).reshape(NUM_ROWS, NUM_COLUMNS)


def casts(phasor, folder):
    for name, torch_type in TYPES.items():
        table, out = folder / f"{name}.npy", folder / f"{name}-rounded.npy"
        given = values(torch_type)
        np.save(table, given)
        command = [phasor, "export", "table", "--table", table, "--round", f"result:{name}", "--dtype", "f64"]
        subprocess.run([*command, "-o", out], check=True)
        expected = torch.from_numpy(given).to(torch_type).to(torch.float64).numpy()
        found = np.load(out)
        both_nan = np.isnan(expected) & np.isnan(found)
        is_equal = (expected == found) & (np.signbit(expected) == np.signbit(found))
        wrong = ~(is_equal | both_nan)
        print(name, "values:", given.size, "differing:", int(wrong.sum()))
        for at in np.argwhere(wrong)[:5]:
            at = tuple(at)
            print("  ", repr(given[at]), "is", found[at], "not", expected[at])
        assert not wrong.any()


def pytorch_cache(name, head_dim, length, base=10000.0):
    """Cosines as PyTorch programs make them."""
    frequencies = 1.0 / base ** (torch.arange(0, head_dim, 2, dtype=torch.int64).float() / head_dim)
    positions = torch.arange(length)
    if name in ("bf16", "f16"):
        of = TYPES[name]
        return torch.cos(positions.to(of)[:, None] * frequencies.to(of)[None, :]), of
    if name == "inv-freq-bf16":
        frequencies = frequencies.to(torch.bfloat16).float()
    if name == "positions-bf16":
        positions = positions.to(torch.bfloat16)
    angles = positions.float()[:, None] * frequencies[None, :]
    if name.startswith("autocast"):
        of = TYPES[name.split("-")[1]]
        return torch.cos(angles.to(of)), of
    of = TYPES[name.split("-")[1]] if name.startswith("cache") else torch.float32
    return torch.cos(angles).to(of), of


def record():
    """Rows of the caches that occur, in f32, which holds every narrower type."""
    positions = np.unique(np.concatenate([np.arange(16), np.arange(29, LENGTH, 83), [255, 256, 257, LENGTH - 1]]))
    caches = {name: pytorch_cache(name, HEAD_DIM, LENGTH)[0].float().numpy()[positions] for name in COMBINATIONS}
    np.savez_compressed(RECORDED, positions=positions, **caches)


def main(phasor, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(exist_ok=True)
    casts(phasor, folder)
    record()


if __name__ == "__main__":
    main(*sys.argv[1:])
