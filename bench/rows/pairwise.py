"""sum_j e^(-|x_i - y_j|^2 / 2) b_j and similar functions on plain arrays: the table of all pairs need not be stored in
memory."""
import numpy as np

from harness.row import EXP, Cost

N, MANY, MOST = 10000, 100000, 1000000
VARIANTS = {
    "pairwise-d3": ("sum", 3, "float32", N),
    "pairwise-d10": ("sum", 10, "float32", N),
    "pairwise-d1-f64": ("sum", 1, "float64", N),
    "pairwise-l1": ("l1", 3, "float32", N),  # e^(-|x_i - y_j|_1 / 2)
    "pairwise-max": ("max", 3, "float32", N),  # the greatest value instead of the sum
    "pairwise-nearest": ("nearest", 3, "float32", N),  # the j of the nearest y_j
    "pairwise-product": ("product", 3, "float32", N),  # the sum as a matrix times b
    "pairwise-total": ("total", 3, "float32", N),  # the sum over all i and j
    "pairwise-d100": ("sum", 100, "float32", N),
    "pairwise-d784": ("sum", 784, "float32", N),
    "pairwise-d100-expanded": ("expanded", 100, "float32", N),  # |x|^2 - 2 x y + |y|^2 instead of |x - y|^2
    "pairwise-d784-expanded": ("expanded", 784, "float32", N),
    "pairwise-d3-100k": ("sum", 3, "float32", MANY),
    "pairwise-d1-f64-100k": ("sum", 1, "float64", MANY),
    "pairwise-d100-100k": ("sum", 100, "float32", MANY),
    "pairwise-d100-expanded-100k": ("expanded", 100, "float32", MANY),
    "pairwise-d784-expanded-100k": ("expanded", 784, "float32", MANY),
    "pairwise-d3-1m": ("sum", 3, "float32", MOST),
    "pairwise-d1-f64-1m": ("sum", 1, "float64", MOST),
    "pairwise-d100-expanded-1m": ("expanded", 100, "float32", MOST),
}
# KeOps adds the weights of a row and the terms of a distance one after another.
TOLERANCE = {name: 1e-4 if n >= MANY or d >= 100 else 1e-5 for name, (_, d, _, n) in VARIANTS.items()}
SLOW = [name for name, (_, d, _, n) in VARIANTS.items() if n >= MANY or d == 784] + ["pairwise-d100"]


def width(d):
    """The standard deviation of a coordinate. With 1 in many dims, distances would be so large that all weights are 0."""
    return 1 if d <= 10 else 2 / d ** 0.5


def arguments(random, kind, d, dtype, n):
    scale = np.dtype(dtype).type(width(d))
    return [scale * random.standard_normal((n, d)).astype(dtype), scale * random.standard_normal((n, d)).astype(dtype),
            random.standard_normal(n).astype(dtype)]


def in_jax(kind, d, dtype, n):
    import jax.numpy as jnp

    def of_all_pairs(x, y, b):
        if kind == "expanded":
            distance = (x * x).sum(1)[:, None] - 2 * x @ y.T + (y * y).sum(1)
            return jnp.exp(-0.5 * distance) @ b
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


def in_torch(wrap, kind, d, dtype, n):
    import torch

    def of_all_pairs(x, y, b):
        if kind == "expanded":
            distance = (x * x).sum(1)[:, None] - 2 * x @ y.T + (y * y).sum(1)
            return torch.exp(-0.5 * distance) @ b
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


def in_keops(kind, d, dtype, n):
    from pykeops.numpy import LazyTensor

    def of_all_pairs(x, y, b):
        x_i, y_j, b_j = LazyTensor(x[:, None, :]), LazyTensor(y[None, :, :]), LazyTensor(b[None, :, None])
        distance = (x_i - y_j).abs().sum(-1) if kind == "l1" else x_i.sqdist(y_j)
        if kind == "nearest":
            return distance.argmin(dim=1)[:, 0]
        weights = (-0.5 * distance).exp() * b_j
        if kind == "max":
            return weights.max(dim=1)[:, 0]
        sums = weights.sum(dim=1)[:, 0]
        return sums.sum() if kind == "total" else sums

    return of_all_pairs


def parts(program, kind, d, dtype, n):
    """Some peers store a part of the table of all pairs, and in many dims their time is long."""
    if program == "lazuli":
        return 1
    if program == "limit":
        return {N: 1, MANY: 10, MOST: 1000}[n]
    work = n * n * max(d, 10) / (1e11 if kind == "expanded" and program == "jax" else 1e10)
    return next(p for p in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000) if p >= work)


def cost(kind, d, dtype, n):
    # The instructions for a pair, each counted as one fused multiply-add. First, d differences and
    # d sums of squares or magnitudes (changing a sign bit costs nothing). A product of matrices has d multiply-adds, and two
    # additions for the expanded form. Then the exponential and the product, or a comparison and a select.
    of_distance = d + 2 if kind == "expanded" else 2 * d
    of_weight = 2 if kind == "nearest" else EXP[dtype] + (2 if kind == "max" else 1)
    return Cost(flops=2 * (of_distance + of_weight) * n * n, dtype="f32" if dtype == "float32" else "f64")
