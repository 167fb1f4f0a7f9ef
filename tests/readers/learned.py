"""Measurements of tables beside NumPy, SciPy and scikit-learn: python learned.py PHASOR EXAMPLE FOLDER.

A learned table, a sinusoid and noise. Random order and pairs of rows come from SplitMix64, as the program documents.
"""

import json
import pathlib
import subprocess
import sys

import numpy as np
from scipy.linalg import orthogonal_procrustes
from sklearn.linear_model import LinearRegression, LogisticRegression

SEED, FOLDS, NUM_PAIRS = 7, 5, 4096
MASK = 2**64 - 1


def mixed(i):
    """Output i of SplitMix64."""
    z = (SEED + (i + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def paper(n, d, base=10000.0):
    columns = np.arange(d)
    angles = np.arange(n)[:, None] / base ** (2 * (columns // 2) / d)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))


def position_error(rows):
    """Mean error of rounded predictions, each by the other four fifths of the rows in random order."""
    n = len(rows)
    place = np.empty(n, dtype=int)
    place[sorted(range(n), key=lambda i: (mixed(i), i))] = np.arange(n)
    total = 0.0
    for fold in range(FOLDS):
        test = place % FOLDS == fold
        model = LinearRegression().fit(rows[~test], np.arange(n)[~test])
        total += np.abs(np.rint(model.predict(rows[test])) - np.arange(n)[test]).sum()
    return total / n


def order_error(rows):
    """Share of pairs of different rows whose order is predicted wrongly, each by the other four fifths."""
    n = len(rows)
    pairs = [(mixed(2 * i) % n, mixed(2 * i + 1) % n) for i in range(NUM_PAIRS)]
    pairs = np.array([(a, b) for a, b in pairs if a != b])
    features = np.concatenate([rows[pairs[:, 0]], rows[pairs[:, 1]]], axis=1)
    is_before = pairs[:, 0] < pairs[:, 1]
    num_wrong = 0
    for fold in range(FOLDS):
        test = np.arange(len(pairs)) % FOLDS == fold
        model = LogisticRegression(C=1.0, solver="newton-cholesky", tol=1e-9).fit(features[~test], is_before[~test])
        num_wrong += (model.predict(features[test]) != is_before[test]).sum()
    return num_wrong / len(pairs), len(pairs)


def explained(column, omega):
    """Share of a centered column's variance that a sinusoid of a frequency explains."""
    angles = omega * np.arange(len(column))
    waves = np.stack([np.sin(angles), np.cos(angles), np.ones(len(column))], axis=1)
    left = column - waves @ np.linalg.lstsq(waves, column)[0]
    return 1 - left @ left / (column @ column)


def translation_variance(products):
    n = len(products)
    within = sum(((line := products.diagonal(k)) - line.mean()) @ (line - line.mean()) for k in range(-n + 1, n))
    return within / ((products - products.mean()) ** 2).sum()


def compare(name, rows, found):
    n, d = rows.shape
    np.testing.assert_allclose(found["norms"], np.linalg.norm(rows, axis=1), rtol=1e-12)
    centered = rows - rows.mean(axis=0)
    singular = np.linalg.svd(centered, compute_uv=False)
    shares = np.zeros(d)
    shares[: len(singular)] = singular**2 / (singular**2).sum()
    np.testing.assert_allclose(found["shares"], shares, atol=1e-12)
    spectrum = np.abs(np.fft.rfft(centered, axis=0))[1:] * 2 / n
    if n % 2 == 0:
        spectrum[-1] /= 2
    for line in found["spectrum"]:
        np.testing.assert_allclose(line["amplitudes"], spectrum[:, line["column"]], atol=1e-12)
    for fit in found["columns"]:
        column = centered[:, fit["column"]]
        assert abs(explained(column, fit["frequency"]) - fit["share"]) < 1e-6, (name, fit)
        strongest = 1 + spectrum[:, fit["column"]].argmax()
        near = np.linspace(max(strongest - 1, 0.1), min(strongest + 1, n / 2), 400) * 2 * np.pi / n
        best = max(explained(column, omega) for omega in near)
        assert best <= fit["share"] + 1e-4, (name, fit, best)
    sinusoid = paper(n, d)
    sinusoid -= sinusoid.mean(axis=0)
    _, scale = orthogonal_procrustes(centered, sinusoid)
    nearest = scale**2 / ((centered**2).sum() * (sinusoid**2).sum())
    assert abs(nearest - found["nearest_sinusoid"]) < 1e-6, (name, nearest)
    probed = rows[: found["probed_rows"]]
    products = probed @ probed.T
    assert abs(translation_variance(products) - found["translation_variance"]) < 1e-9, name
    error = position_error(probed)
    assert abs(error - found["position_error"]) <= 0.02 * max(1.0, error), (name, error, found["position_error"])
    wrong, num_pairs = order_error(probed)
    # A pair next to the boundary may fall on either side.
    assert abs(wrong - found["order_error"]) <= 4 / num_pairs, (name, wrong, found["order_error"])
    print(f"{name}: position {error:.4f} and {found['position_error']:.4f}, order {wrong:.5f} and "
          f"{found['order_error']:.5f}, nearest sinusoid {nearest:.6f}")


def main(phasor, example, folder):
    folder = pathlib.Path(folder)
    tables = {
        "learned": np.load(example),
        "sinusoid": paper(200, 32),
        "noise": np.random.default_rng(5).normal(size=(300, 48)),
        "wide": np.random.default_rng(6).normal(size=(61, 100)),
    }
    for name, rows in tables.items():
        rows = rows.astype(np.float64)
        file = folder / f"{name}.npy"
        np.save(file, rows)
        command = [phasor, "measure", "--table", file, "--seed", str(SEED), "--json"]
        found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        compare(name, rows, found)


main(*sys.argv[1:])
