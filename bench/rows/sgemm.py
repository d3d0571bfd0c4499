"""The product of two square matrices."""
import numpy as np

from harness.row import Cost

VARIANTS = {"sgemm-512": (512,), "sgemm-2048": (2048,)}


def arguments(random, n):
    return list(random.standard_normal((2, n, n), dtype=np.float32))


def in_jax(n):
    return lambda a, b: a @ b


def in_torch(wrap, n):
    return wrap(lambda a, b: a @ b)


def in_onednn(n):
    return ["product", n, n, n]


def cost(n):
    return Cost(flops=2 * n * n * n)
