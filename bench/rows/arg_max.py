"""The index of the greatest element of each row of a matrix, and of a long vector."""
import numpy as np

from harness.row import Cost

VARIANTS = {"arg-max-rows": ((4096, 1000),), "arg-max-vector": ((4000000,),)}


def arguments(random, shape):
    return [random.standard_normal(shape, dtype=np.float32)]


def in_jax(shape):
    import jax.numpy as jnp
    return lambda x: jnp.argmax(x, axis=-1)


def in_torch(wrap, shape):
    import torch
    return wrap(lambda x: x.argmax(-1).to(torch.int32))


def cost(shape):
    return Cost(read=4 * int(np.prod(shape)), written=4 * int(np.prod(shape[:-1])))
