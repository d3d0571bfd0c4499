"""Factorizations of square matrices, and linear systems with a triangular matrix and as many right-hand sides."""
import numpy as np

from harness.row import Cost

TOLERANCE = 1e-3
KINDS = ("cholesky", "lu", "qr", "triangular-solve")
VARIANTS = {f"{kind}-{size}": (kind, size) for kind in KINDS for size in (256, 512, 1024, 2048)}


def arguments(random, kind, size):
    a = random.standard_normal((size, size), dtype=np.float32)
    if kind == "cholesky":
        return [a @ a.T / np.float32(size) + np.eye(size, dtype=np.float32)]
    if kind == "lu":
        # In each column the largest candidate for the pivot is clearly the largest, so all
        # libraries choose the same pivot.
        eye, parts = np.eye(size, dtype=np.float32), a / np.float32(size ** 0.5)
        return [random.permutation((np.tril(parts, -1) + eye) @ (np.triu(parts, 1) + eye))]
    if kind == "triangular-solve":
        return [np.tril(a, -1) / np.float32(size) + np.eye(size, dtype=np.float32),
                random.standard_normal((size, size), dtype=np.float32)]
    return [a]


def in_jax(kind, size):
    import jax
    return {"cholesky": lambda a: jax.lax.linalg.cholesky(a, symmetrize_input=False),
            "lu": jax.scipy.linalg.lu_factor,
            "qr": jax.numpy.linalg.qr,
            "triangular-solve": lambda a, b: jax.scipy.linalg.solve_triangular(a, b, lower=True)}[kind]


def in_torch(wrap, kind, size):
    import torch
    return {"cholesky": torch.linalg.cholesky,
            "lu": lambda a: tuple(part.to(torch.int32) - 1 if part.dtype == torch.int32 else part for part in torch.linalg.lu_factor(a)),
            "qr": lambda a: tuple(torch.linalg.qr(a)),
            "triangular-solve": lambda a, b: torch.linalg.solve_triangular(a, b, upper=False)}[kind]


def in_scipy(kind, size):
    from scipy import linalg
    return {"cholesky": lambda a: linalg.cholesky(a, lower=True, check_finite=False),
            "lu": lambda a: linalg.lu_factor(a, check_finite=False),
            "qr": lambda a: linalg.qr(a, mode="economic", check_finite=False),
            "triangular-solve": lambda a, b: linalg.solve_triangular(a, b, lower=True, check_finite=False)}[kind]


def cost(kind, size):
    """Counted with a Q of as many columns as the matrix has."""
    share = {"cholesky": 1 / 3, "lu": 2 / 3, "qr": 8 / 3, "triangular-solve": 1}[kind]
    return Cost(flops=int(share * size ** 3))
