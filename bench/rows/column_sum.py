"""The sum of squares of each column of a matrix."""
import numpy as np

from harness.row import Cost

VARIANTS = {"column-sum-squares": ()}
N = 4096


def arguments(random):
    return [random.standard_normal((N, N), dtype=np.float32)]


def in_jax():
    import jax.numpy as jnp
    return lambda x: jnp.sum(x * x, axis=0)


def in_torch(wrap):
    return wrap(lambda x: (x * x).sum(0))


def cost():
    return Cost(read=4 * N * N, written=4 * N)
