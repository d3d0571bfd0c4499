"""The k nearest points to each query. The table of distances need not be stored in memory."""
import numpy as np

from harness.row import Cost

USUAL, MANY = (2000, 100000), (10000, 10000000)  # queries, points
# The kind of distance, features, k, queries and points.
VARIANTS = {
    "neighbours-d3": ("direct", 3, 10, USUAL),
    "neighbours-d100": ("expanded", 100, 10, USUAL),  # |x|^2 - 2 x y + |y|^2 instead of |x - y|^2
    "neighbours-d784": ("expanded", 784, 10, USUAL),
    "neighbours-d3-k1": ("direct", 3, 1, USUAL),
    "neighbours-d100-k1": ("expanded", 100, 1, USUAL),
    "neighbours-d3-k100": ("direct", 3, 100, USUAL),
    "neighbours-d100-k100": ("expanded", 100, 100, USUAL),
    "neighbours-l1-d100": ("l1", 100, 10, USUAL),
    "neighbours-cosine-d100": ("cosine", 100, 10, USUAL),
    "neighbours-d10-10m": ("direct", 10, 10, MANY),
}
SLOW = list(VARIANTS)


def arguments(random, kind, d, k, sizes):
    return [random.standard_normal((n, d), dtype=np.float32) for n in sizes]


def compared(arguments, results, kind, d, k, sizes):
    """Returns the distances, and the distances of the points that were found, in f64. It does not return indices, because points that
    are equally near may change places."""
    queries, points = (a.astype(np.float64) for a in arguments)
    if kind == "cosine":
        queries, points = (a / np.linalg.norm(a, axis=1, keepdims=True) for a in (queries, points))
    near, where = results
    found = [points[at] for at in where]
    of = {"l1": lambda p, q: np.abs(p - q).sum(1), "cosine": lambda p, q: p @ q}.get(kind, lambda p, q: ((p - q) ** 2).sum(1))
    return [near, np.stack([of(p, q) for p, q in zip(found, queries)])]


def in_jax(kind, d, k, sizes):
    import jax
    import jax.numpy as jnp

    def nearest(queries, points):
        if kind == "cosine":
            unit = [a / jnp.linalg.norm(a, axis=1, keepdims=True) for a in (queries, points)]
            return jax.lax.top_k(unit[0] @ unit[1].T, k)
        if kind == "expanded":
            distances = (queries * queries).sum(1)[:, None] - 2 * queries @ points.T + (points * points).sum(1)
        else:
            difference = queries[:, None, :] - points[None, :, :]
            distances = (jnp.abs(difference) if kind == "l1" else difference * difference).sum(2)
        least, where = jax.lax.top_k(-distances, k)
        return -least, where

    return nearest


def in_torch(wrap, kind, d, k, sizes):
    import torch

    def nearest(queries, points):
        if kind == "cosine":
            unit = [a / torch.linalg.norm(a, dim=1, keepdim=True) for a in (queries, points)]
            near, where = (unit[0] @ unit[1].T).topk(k)
        elif kind == "expanded":
            distances = (queries * queries).sum(1)[:, None] - 2 * queries @ points.T + (points * points).sum(1)
            near, where = distances.topk(k, largest=False)
        else:
            distances = torch.cdist(queries, points, p=1 if kind == "l1" else 2)
            near, where = (distances if kind == "l1" else distances * distances).topk(k, largest=False)
        return near, where.to(torch.int32)

    return wrap(nearest)


def in_keops(kind, d, k, sizes):
    from pykeops.numpy import LazyTensor

    def nearest(queries, points):
        if kind == "cosine":
            queries, points = (a / np.linalg.norm(a, axis=1, keepdims=True) for a in (queries, points))
        x_i, y_j = LazyTensor(queries[:, None, :]), LazyTensor(points[None, :, :])
        if kind == "cosine":  # takes a sixth of the time of (x_i | y_j)
            least, where = x_i.sqdist(y_j).Kmin_argKmin(k, dim=1)
            return 1 - least / 2, where
        return ((x_i - y_j).abs().sum(-1) if kind == "l1" else x_i.sqdist(y_j)).Kmin_argKmin(k, dim=1)

    def plain(queries, points):
        near, where = nearest(queries, points)
        return near.reshape(len(queries), k), where.reshape(len(queries), k).astype(np.int32)

    return plain


def in_faiss(kind, d, k, sizes):
    """`knn` is what the search of IndexFlatL2 and its relatives calls."""
    import faiss

    metric = {"l1": faiss.METRIC_L1, "cosine": faiss.METRIC_INNER_PRODUCT}.get(kind, faiss.METRIC_L2)

    def nearest(queries, points):
        if kind == "cosine":
            queries, points = queries.copy(), points.copy()
            faiss.normalize_L2(queries)
            faiss.normalize_L2(points)
        return faiss.knn(queries, points, k, metric=metric)

    return nearest


def parts(program, kind, d, k, sizes):
    if program in ("keops", "keops-tuned"):
        return {3: 1, 10: 500, 100: 4, 784: 25}[d]
    if sizes == MANY:
        return {"jax": 1000, "torch": 1000, "faiss": 10, "limit": 100}.get(program.split(".")[0], 1)
    return 10 if program == "jax" and kind == "l1" else 1


def cost(kind, d, k, sizes):
    # The instructions for a pair: d multiply-adds, or d differences and d sums, and a comparison with the k-th best.
    of_distance = {"direct": 2 * d, "l1": 2 * d, "cosine": d}.get(kind, d + 2)
    return Cost(flops=2 * (of_distance + 1) * sizes[0] * sizes[1])
