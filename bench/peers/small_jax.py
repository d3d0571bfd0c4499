"""bench_small in JAX, op by op: small_jax.py sums|cell."""

import sys

import jax.numpy as jnp
import numpy as np

from serve import serve

what = sys.argv[1]
rng = np.random.default_rng(1)


def draw(*shape):
    return jnp.asarray(rng.random(shape, dtype=np.float32) / 10)


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
            h = jnp.sqrt(x @ w + h @ u + b)
        return h


def steps(n):
    for _ in range(n):
        np.asarray(step())


serve(steps)
