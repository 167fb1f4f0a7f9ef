"""Trains the small table of learned.npy: positions of a toy attention layer that looks at its neighbors.

python assets/examples/learned.py assets/examples/learned.npy

A layer with one head per range (1, 4 and 16 positions) shall attend to the positions around its own, with weights that
fall with the distance. Only the table and the heads' weights are trained, by Adam from random normal numbers. Sentences
are short more often than long, so that the last rows are hardly trained, as in real models.
"""

import sys

import numpy as np

ROWS, WIDTH, RANGES = 128, 32, (1.0, 4.0, 16.0)
STEPS, RATE = 4000, 0.01
random = np.random.default_rng(17)

table = 0.02 * random.standard_normal((ROWS, WIDTH))
queries = random.standard_normal((len(RANGES), WIDTH, WIDTH)) / np.sqrt(WIDTH)
keys = random.standard_normal((len(RANGES), WIDTH, WIDTH)) / np.sqrt(WIDTH)
parameters = [table, queries, keys]
moments = [[np.zeros_like(it), np.zeros_like(it)] for it in parameters]

for step in range(1, STEPS + 1):
    # Most sentences end early.
    length = int(np.clip(random.exponential(40.0), 8, ROWS))
    rows = table[:length]
    distance = np.abs(np.arange(length)[:, None] - np.arange(length)[None])
    of_rows, of_queries, of_keys = np.zeros_like(table), np.zeros_like(queries), np.zeros_like(keys)
    for head, reach in enumerate(RANGES):
        wanted = np.exp(-distance / reach)
        wanted /= wanted.sum(1, keepdims=True)
        q, k = rows @ queries[head], rows @ keys[head]
        scores = q @ k.T
        weights = np.exp(scores - scores.max(1, keepdims=True))
        weights /= weights.sum(1, keepdims=True)
        slope = (weights - wanted) / length
        of_q, of_k = slope @ k, slope.T @ q
        of_queries[head] = rows.T @ of_q
        of_keys[head] = rows.T @ of_k
        of_rows[:length] += of_q @ queries[head].T + of_k @ keys[head].T
    for value, gradient, (first, second) in zip(parameters, (of_rows, of_queries, of_keys), moments, strict=True):
        first += 0.1 * (gradient - first)
        second += 0.001 * (gradient**2 - second)
        value -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)

np.save(sys.argv[1], table.astype(np.float16))
