"""sum_j e^(-|x_i - y_j|^2 / 2) b_j and similar functions on plain arrays: the table of all pairs need not be stored in
memory."""
import numpy as np

from harness.row import Cost

VARIANTS = {
    "pairwise-d3": ("sum", 3, "float32"),
    "pairwise-d10": ("sum", 10, "float32"),
    "pairwise-d1-f64": ("sum", 1, "float64"),
    "pairwise-l1": ("l1", 3, "float32"),  # e^(-|x_i - y_j|_1 / 2)
    "pairwise-max": ("max", 3, "float32"),  # the greatest value instead of the sum
    "pairwise-nearest": ("nearest", 3, "float32"),  # the j of the nearest y_j
    "pairwise-product": ("product", 3, "float32"),  # the sum as a matrix times b
    "pairwise-total": ("total", 3, "float32"),  # the sum over all i and j
}
N = 10000


def arguments(random, kind, d, dtype):
    return [random.standard_normal((N, d)).astype(dtype), random.standard_normal((N, d)).astype(dtype),
            random.standard_normal(N).astype(dtype)]


def in_jax(kind, d, dtype):
    import jax.numpy as jnp

    def of_all_pairs(x, y, b):
        difference = x[:, None, :] - y[None, :, :]
        distance = jnp.sum(jnp.abs(difference) if kind == "l1" else difference * difference, axis=2)
        if kind == "nearest":
            return jnp.argmin(distance, axis=1)
        weights = jnp.exp(-0.5 * distance)
        if kind == "product":
            return weights @ b
        if kind == "max":
            return jnp.max(weights * b, axis=1)
        return jnp.sum(weights * b, axis=None if kind == "total" else 1)

    return of_all_pairs


def in_torch(wrap, kind, d, dtype):
    import torch

    def of_all_pairs(x, y, b):
        difference = x[:, None, :] - y[None, :, :]
        distance = (difference.abs() if kind == "l1" else difference * difference).sum(2)
        if kind == "nearest":
            return distance.argmin(1).to(torch.int32)
        weights = torch.exp(-0.5 * distance)
        if kind == "product":
            return weights @ b
        if kind == "max":
            return (weights * b).amax(1)
        return (weights * b).sum(None if kind == "total" else 1)

    return wrap(of_all_pairs)


def cost(kind, d, dtype):
    # The instructions for a pair, each counted as one fused multiply-add. First, d differences and
    # d sums of squares or magnitudes (changing a sign bit costs nothing). Then the exponential
    # (scaling, rounding, two for the range reduction, a polynomial of degree 5 or 11, the power of
    # two) and the product, or a comparison and a select.
    of_distance = 2 * d
    of_weight = 2 if kind == "nearest" else (10 if dtype == "float32" else 16) + (2 if kind == "max" else 1)
    return Cost(flops=2 * (of_distance + of_weight) * N * N, dtype="f32" if dtype == "float32" else "f64")
