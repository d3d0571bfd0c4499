"""The sum of squares of each column of a matrix, and of all its elements."""
import numpy as np

from harness.row import Cost

VARIANTS = {"column-sum-squares": (0,), "sum-squares": (None,)}
N = 4096


def arguments(random, axis):
    return [random.standard_normal((N, N), dtype=np.float32)]


def in_jax(axis):
    import jax.numpy as jnp
    return lambda x: jnp.sum(x * x, axis=axis)


def in_torch(wrap, axis):
    return wrap(lambda x: (x * x).sum(axis))


def cost(axis):
    return Cost(read=4 * N * N, written=4 * (N if axis == 0 else 1))
