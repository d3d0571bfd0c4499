"""Eigenvalues and singular values with their vectors. The phases of vectors are not unique, so only sizes are compared;
vectors of a matrix that is not symmetric have no unique order either, so they are not compared."""
import numpy as np

from harness.row import Cost

TOLERANCE = 1e-3
SIZES = {"eigh": (256, 512, 1024), "svd": (256, 512, 1024), "eig": (256, 512)}
VARIANTS = {f"{kind}-{size}": (kind, size) for kind, sizes in SIZES.items() for size in sizes}


def arguments(random, kind, size, dtype=np.float32):
    a, b = (random.standard_normal((size, size), dtype=dtype) for _ in range(2))
    if kind == "eig":
        return [a]
    # The eigenvalues or singular values are far apart, because rounding errors rotate the vectors
    # of close values.
    left, values = np.linalg.qr(a)[0], np.linspace(1, 2, size, dtype=dtype)
    if kind == "svd":
        return [left * values @ np.linalg.qr(b)[0]]
    symmetric = left * (values - 1.5) @ left.T
    return [(symmetric + symmetric.T) / 2]


def in_jax(kind, size, dtype=np.float32):
    import jax.numpy as jnp
    if kind == "eig":
        return lambda a: jnp.sort(jnp.abs(jnp.linalg.eig(a)[0]))
    return lambda a: tuple(map(jnp.abs, getattr(jnp.linalg, kind)(a)))


def in_torch(wrap, kind, size, dtype=np.float32):
    import torch
    if kind == "eig":
        return lambda a: torch.linalg.eig(a)[0].abs().sort().values
    return lambda a: tuple(map(torch.abs, getattr(torch.linalg, kind)(a)))


def in_scipy(kind, size, dtype=np.float32):
    from scipy import linalg
    function = getattr(linalg, kind)
    if kind == "eig":
        return lambda a: np.sort(np.abs(function(a, check_finite=False)[0]))
    return lambda a: tuple(map(np.abs, function(a, check_finite=False)))


def cost(kind, size, dtype=np.float32):
    """The counts of Golub and Van Loan, with the vectors."""
    return Cost(flops={"eigh": 9, "svd": 21, "eig": 25}[kind] * size ** 3, dtype="f32" if dtype == np.float32 else "f64")
