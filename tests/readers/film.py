"""Decodes every frame of each animation: film.py FOLDER NUMBER MILLISECONDS."""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

folder, number, duration = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
frames = sorted((folder / "frames").iterdir())
assert [path.name for path in frames] == [f"{i + 1:04}.png" for i in range(number)], frames
truth = [np.asarray(Image.open(path).convert("RGB"), dtype=float) for path in frames]
assert all((a != b).any() for a, b in zip(truth, truth[1:])), "every frame is another"
for name, most in (("film.apng", 0), ("film.gif", 40)):
    film = Image.open(folder / name)
    assert film.n_frames == number, f"{name}: {film.n_frames} frames"
    assert film.info["loop"] == 0, f"{name} begins again"
    for i, expected in enumerate(truth):
        film.seek(i)
        assert film.info["duration"] == duration, f"{name}: {film.info['duration']} ms"
        frame = np.asarray(film.convert("RGB"), dtype=float)
        assert frame.shape == expected.shape, f"{name}: {frame.shape}"
        error = np.abs(frame - expected)
        assert error.max() <= most and error.mean() <= most / 40, f"{name} {i}: {error.max()}"
