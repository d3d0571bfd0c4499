"""The cumulative sums of a long vector."""
import numpy as np

from harness.row import Cost

TOLERANCE = 1e-4
VARIANTS = {"cumsum-10m": (10000000,)}


def arguments(random, size):
    return [random.standard_normal(size, dtype=np.float32)]


def in_jax(size):
    import jax.numpy as jnp
    return jnp.cumsum


def in_torch(wrap, size):
    return wrap(lambda x: x.cumsum(0))


def in_scipy(size):
    return np.cumsum


def cost(size):
    return Cost(read=4 * size, written=4 * size)
