"""The few greatest elements of a long vector or of each row of a matrix, with their indices."""
import numpy as np

from harness.row import Cost

K = 10
VARIANTS = {"top-k-vector": ((1000000,),), "top-k-rows": ((1000, 1000),)}


def arguments(random, shape):
    return [random.standard_normal(shape, dtype=np.float32)]


def in_jax(shape):
    import jax
    return lambda x: jax.lax.top_k(x, K)


def in_torch(wrap, shape):
    import torch

    def top_k(x):
        values, places = x.topk(K)
        return values, places.to(torch.int32)

    return wrap(top_k)


def in_scipy(shape):
    def top_k(x):
        places = np.argpartition(x, -K)[..., -K:]
        values = np.take_along_axis(x, places, -1)
        order = np.argsort(-values)
        return np.take_along_axis(values, order, -1), np.take_along_axis(places, order, -1)

    return top_k


def cost(shape):
    return Cost(read=4 * int(np.prod(shape)), written=8 * K * int(np.prod(shape[:-1])))
