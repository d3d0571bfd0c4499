"""The product of two square matrices."""
import numpy as np

from harness.row import Cost

VARIANTS = {"sgemm-512": (512, "float32"), "sgemm-2048": (2048, "float32"), "dgemm-2048": (2048, "float64")}


def arguments(random, n, dtype):
    return list(random.standard_normal((2, n, n), dtype=dtype))


def in_jax(n, dtype):
    return lambda a, b: a @ b


def in_torch(wrap, n, dtype):
    return wrap(lambda a, b: a @ b)


def in_onednn(n, dtype):
    return ["product", n, n, n] if dtype == "float32" else []


def cost(n, dtype):
    return Cost(flops=2 * n * n * n, dtype="f32" if dtype == "float32" else "f64")
