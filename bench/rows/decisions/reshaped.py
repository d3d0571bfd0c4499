"""A norm between two reshapes. It is over dims that the first reshape makes and the second one removes. So its statistics
are those of a part of a row, or of many rows."""
from harness.row import normals

VARIANTS = {
    "norm-reshape": ("float32", (512, 512), (8, 8, -1)),
    "norm-groups": ("float32", (8, 32, 32, 64), (8, 64, -1)),
    "norm-heads": ("float32", (256, 1024), (256, 16, 64)),
    "norm-reshape-f64": ("float64", (300, 400), (10, 10, -1)),
}


def arguments(random, dtype, shape, groups):
    return normals(random, None, dtype, shape)


def in_jax(dtype, shape, groups):
    import jax.numpy as jnp

    def norm(x):
        y = x.reshape(groups)
        y = (y - y.mean(-1, keepdims=True)) / jnp.sqrt(y.var(-1, keepdims=True) + 1e-5)
        return y.reshape(x.shape)

    return norm
