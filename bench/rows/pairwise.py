"""sum_j e^(-|x_i - y_j|^2 / 2) b_j from plain arrays: the table of all pairs need not be in memory."""
import numpy as np

from harness.row import Cost

VARIANTS = {"pairwise-d3": (3, "float32"), "pairwise-d10": (10, "float32"), "pairwise-d1-f64": (1, "float64")}
N = 10000


def arguments(random, d, dtype):
    return [random.standard_normal((N, d)).astype(dtype), random.standard_normal((N, d)).astype(dtype),
            random.standard_normal(N).astype(dtype)]


def in_jax(d, dtype):
    import jax.numpy as jnp

    def product(x, y, b):
        difference = x[:, None, :] - y[None, :, :]
        return jnp.sum(jnp.exp(-0.5 * jnp.sum(difference * difference, axis=2)) * b, axis=1)

    return product


def in_torch(wrap, d, dtype):
    import torch

    def product(x, y, b):
        difference = x[:, None, :] - y[None, :, :]
        return (torch.exp(-0.5 * (difference * difference).sum(2)) * b).sum(1)

    return wrap(product)


def cost(d, dtype):
    # Instructions of a pair, each in the place of a fused multiply-add: d differences, d squares, the exponential
    # (scaling, rounding, two for the reduction, a polynomial of degree 5 or 11, the power of two), the product.
    instructions = 2 * d + (10 if dtype == "float32" else 16) + 1
    return Cost(flops=2 * instructions * N * N, dtype="f32" if dtype == "float32" else "f64")
