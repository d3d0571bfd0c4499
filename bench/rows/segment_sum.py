"""Rows summed by segment, as in networks on graphs and the gradient of an embedding; and a histogram."""
import numpy as np

from harness.row import Cost

VARIANTS = {"segment-sum": (20000, 64, 1000), "segment-sum-embedding": (8192, 768, 30000),
            "segment-sum-narrow": (1000000, 3, 10000), "histogram-1m": (1000000, None, 1000)}


def arguments(random, rows, columns, segments):
    values = random.standard_normal((rows, columns) if columns else rows, dtype=np.float32)
    return [values, random.integers(0, segments, rows, dtype=np.int32)]


def in_jax(rows, columns, segments):
    import jax
    return lambda x, i: jax.ops.segment_sum(x, i, num_segments=segments)


def in_torch(wrap, rows, columns, segments):
    import torch
    return wrap(lambda x, i: torch.zeros((segments, *x.shape[1:])).index_add(0, i, x))


def in_scipy(rows, columns, segments):
    """The product with a sparse matrix of ones."""
    from scipy.sparse import csr_array

    def add(x, i):
        ones = np.ones(rows, np.float32)
        return csr_array((ones, i, np.arange(rows + 1, dtype=np.int32)), (rows, segments)).T @ x

    return add if columns else lambda x, i: np.bincount(i, x, segments).astype(np.float32)


def cost(rows, columns, segments):
    row = 4 * (columns or 1)
    return Cost(read=rows * (row + 4), written=segments * row)
