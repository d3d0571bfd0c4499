"""A sorted long vector with the original places of its elements; sorted rows; rows sorted by two keys."""
import numpy as np

from harness.row import Cost

LONG, ROWS = (10000000,), (1000, 1000)
VARIANTS = {
    "sort-10m": ("sort", LONG),
    "argsort-10m": ("argsort", LONG),
    "sort-rows": ("sort", ROWS),
    "lexsort-1m": ("lexsort", (1000000,)),
}


def arguments(random, kind, shape):
    values = random.standard_normal(shape, dtype=np.float32)
    return [values] if kind != "lexsort" else [values, random.integers(0, 1000, shape, dtype=np.int32)]


def in_jax(kind, shape):
    import jax.numpy as jnp
    if kind == "lexsort":
        return lambda x, i: jnp.lexsort((x, i))
    return jnp.sort if kind == "sort" else jnp.argsort


def in_torch(wrap, kind, shape):
    import torch
    if kind == "sort":
        return wrap(lambda x: x.sort(stable=True).values)
    if kind == "argsort":
        return wrap(lambda x: x.argsort(stable=True).to(torch.int32))

    def lexsort(x, i):
        first = x.argsort(stable=True)
        return first[i[first].argsort(stable=True)].to(torch.int32)

    return wrap(lexsort)


def in_scipy(kind, shape):
    if kind == "sort":
        return lambda x: np.sort(x, kind="stable")
    return (lambda x: np.argsort(x, kind="stable")) if kind == "argsort" else lambda x, i: np.lexsort((x, i))


def cost(kind, shape):
    size = 4 * int(np.prod(shape))
    return Cost(read=2 * size if kind == "lexsort" else size, written=size)
