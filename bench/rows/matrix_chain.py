"""The product of two matrices and a vector, written as (A B) v. The product of the matrices need not be computed."""
import numpy as np

from harness.row import Cost

VARIANTS = {"matrix-chain": ()}
N = 4000
TOLERANCE = 1e-4  # for sums of 4,000 products in another order


def arguments(random):
    return [random.standard_normal(shape, dtype=np.float32) for shape in ((N, N), (N, N), (N,))]


def in_jax():
    return lambda a, b, v: a @ b @ v


def in_torch(wrap):
    return wrap(in_jax())


def cost():
    return Cost(read=4 * (2 * N * N + N), written=4 * N)
