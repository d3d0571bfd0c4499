"""A permutation of three dimensions, with one added to each element."""
import numpy as np

from harness.row import Cost

VARIANTS = {"transpose": ()}
SHAPE = (128, 256, 384)


def arguments(random):
    return [random.standard_normal(SHAPE, dtype=np.float32)]


def in_jax():
    import jax.numpy as jnp
    return lambda x: jnp.transpose(x, (2, 0, 1)) + 1


def in_torch(wrap):
    # Without contiguous() the result would be a view with strides.
    return wrap(lambda x: (x.permute(2, 0, 1) + 1).contiguous())


def cost():
    size = 4 * int(np.prod(SHAPE))
    return Cost(read=size, written=size)
