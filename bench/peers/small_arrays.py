"""bench_small in JAX, op by op, or in MLX, which records ops and computes them when they are read:
small_arrays.py jax|mlx sums|cell."""

import sys

import numpy as np

from serve import serve

library, what = sys.argv[1:3]
if library == "mlx":
    import mlx.core as arrays
else:
    import jax.numpy as arrays
rng = np.random.default_rng(1)


def draw(*shape):
    return arrays.array(rng.random(shape, dtype=np.float32) / 10)


if what == "sums":
    start, y = draw(6), draw(6)

    def step():
        x = start
        for _ in range(100):
            x = x + y
        return x
else:
    start, x, w, u, b = draw(6, 64), draw(6, 64), draw(64, 64), draw(64, 64), draw(6, 64)

    def step():
        h = start
        for _ in range(20):
            h = arrays.sqrt(x @ w + h @ u + b)
        return h


def steps(n):
    for _ in range(n):
        np.array(step())


serve(steps)
