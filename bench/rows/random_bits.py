"""Random bits from JAX's default generator, Threefry."""
import numpy as np

from harness.row import Cost

TOLERANCE = 0
VARIANTS = {"threefry-10m": (10000000,)}


def arguments(random, size):
    return [np.array([1, 2], np.uint32)]


def in_jax(size):
    import jax
    return lambda key: jax.random.bits(jax.random.wrap_key_data(key), (size,), "uint32")


def cost(size):
    return Cost(written=4 * size)
