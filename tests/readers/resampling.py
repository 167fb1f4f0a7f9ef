"""Records what PyTorch makes of resized grids: python resampling.py > tests/data/resampling.json. Needs torch 2.15.

Two columns at least: to a width of one, torch 2.15 gives every row the weights of the first where it acts against aliasing.
"""

import json

import torch
import torch.nn.functional as F

KINDS = {
    "bicubic": {"mode": "bicubic"},
    "bicubic-corners": {"mode": "bicubic", "align_corners": True},
    "bicubic-antialias": {"mode": "bicubic", "antialias": True},
    "bilinear": {"mode": "bilinear"},
    "bilinear-corners": {"mode": "bilinear", "align_corners": True},
    "bilinear-antialias": {"mode": "bilinear", "antialias": True},
}
SIZES = [((3, 5), (4, 7)), ((5, 4), (9, 6)), ((7, 6), (3, 4)), ((6, 9), (6, 4)), ((4, 4), (6, 6)), ((2, 3), (5, 2))]


def main():
    torch.manual_seed(7)
    cases = []
    for before, after in SIZES:
        grid = torch.randn(1, 1, *before, dtype=torch.float64)
        answers = {name: F.interpolate(grid, size=after, **kind).flatten().tolist() for name, kind in KINDS.items()}
        scale = [(m + 0.1) / n for n, m in zip(before, after)]
        offset = F.interpolate(grid, scale_factor=scale, mode="bicubic")
        assert tuple(offset.shape[2:]) == after
        answers["bicubic-offset"] = offset.flatten().tolist()
        cases.append({"from": before, "to": after, "values": grid.flatten().tolist(), "resized": answers})
    print(json.dumps(cases))


main()
