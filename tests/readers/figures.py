"""Compares each figure, as a second program draws it, with its png: figures.py FOLDER NUMBER."""

import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter

folder = Path(sys.argv[1])
figures = [path for path in folder.glob("*.png") if path.name.count(".") == 1]
assert len(figures) == int(sys.argv[2]), f"{len(figures)} figures"


def pixels(path):
    """Pixels of an image, blurred, because no two programs agree in their anti-aliasing."""
    image = Image.open(path).convert("RGB").filter(ImageFilter.GaussianBlur(2))
    return np.asarray(image, dtype=float)


for path in figures:
    own = pixels(path)
    for kind in ("svg", "pdf"):
        other = pixels(path.with_suffix(f".{kind}.png"))
        assert own.shape == other.shape, f"{path.name}: {other.shape} as {kind}"
        difference = np.abs(own - other)
        # The same ink in the same places: a shifted word or a missing line is more than this.
        assert difference.mean() < 2, f"{path.name} as {kind}: {difference.mean():.2f} on average"
        far = (difference.max(axis=2) > 90).mean()
        assert far < 0.0005, f"{path.name} as {kind}: {100 * far:.2f} % of it differs"
        # Something is drawn at all.
        assert other.std() > 3, f"{path.name} as {kind} is empty"
