"""Decompositions of batches of small matrices, and linear systems with them. What is not unique (phases and signs of
vectors, the order of values) is not compared."""
import numpy as np

from harness.row import Cost

TOLERANCE = 2e-3
KINDS = ("cholesky", "eig", "eigh", "inverse", "lu", "qr", "schur", "solve", "svd")
COUNTS = {4: 1024, 8: 1024, 16: 512, 32: 256}
VARIANTS = {f"{kind}-batch-{size}{suffix}": (kind, size, dtype) for kind in KINDS for size in COUNTS
            for suffix, dtype in (("", np.float32), ("-f64", np.float64))}


def arguments(random, kind, size, dtype):
    count = COUNTS[size]
    a, b = (random.standard_normal((count, size, size), dtype=dtype) for _ in range(2))
    left, right = np.linalg.qr(a)[0], np.linalg.qr(b)[0]
    # The eigenvalues or singular values are far apart, because rounding errors rotate the vectors
    # of close values.
    values = np.linspace(1, 2, size, dtype=dtype)
    general = left * values @ right
    if kind in ("eigh", "cholesky"):
        shift = dtype(1.5 if kind == "eigh" else 0)
        symmetric = left * (values - shift) @ left.transpose(0, 2, 1)
        return [(symmetric + symmetric.transpose(0, 2, 1)) / 2]
    if kind == "lu":
        # In each column the largest candidate for the pivot is clearly the largest, so all
        # libraries choose the same pivot.
        parts, eye = a / dtype(2 * size ** 0.5), np.eye(size, dtype=dtype)
        product = (np.tril(parts, -1) + eye) @ (np.triu(parts, 1) + eye)
        return [product[:, random.permutation(size)]]
    if kind == "solve":
        return [general, random.standard_normal((count, size, 1), dtype=dtype)]
    return [a if kind in ("eig", "schur") else general]


def invariants(xp, form):
    """Trace and norm of each matrix."""
    return xp.stack([xp.trace(form, axis1=-2, axis2=-1), xp.sqrt((form * form).sum((-2, -1)))])


def in_jax(kind, size, dtype):
    import jax
    import jax.numpy as jnp
    return {"cholesky": lambda a: jax.lax.linalg.cholesky(a, symmetrize_input=False),
            "eig": lambda a: jnp.sort(jnp.abs(jnp.linalg.eig(a)[0])),
            "eigh": lambda a: tuple(map(jnp.abs, jnp.linalg.eigh(a, symmetrize_input=False))),
            "inverse": jnp.linalg.inv,
            "lu": jax.scipy.linalg.lu_factor,
            "qr": lambda a: tuple(map(jnp.abs, jnp.linalg.qr(a))),
            "schur": lambda a: invariants(jnp, jax.scipy.linalg.schur(a)[0]),
            "solve": jnp.linalg.solve,
            "svd": lambda a: tuple(map(jnp.abs, jnp.linalg.svd(a, full_matrices=False)))}[kind]


def in_scipy(kind, size, dtype):
    """NumPy's functions where there are any, because their loops over a batch are in C."""
    from scipy import linalg
    return {"cholesky": np.linalg.cholesky,
            "eig": lambda a: np.sort(np.abs(np.linalg.eig(a)[0])),
            "eigh": lambda a: tuple(map(np.abs, np.linalg.eigh(a))),
            "inverse": np.linalg.inv,
            "lu": lambda a: linalg.lu_factor(a, check_finite=False),
            "qr": lambda a: tuple(map(np.abs, np.linalg.qr(a))),
            "schur": lambda a: invariants(np, linalg.schur(a, check_finite=False)[0]),
            "solve": np.linalg.solve,
            "svd": lambda a: tuple(map(np.abs, np.linalg.svd(a, full_matrices=False)))}[kind]


def cost(kind, size, dtype):
    """The counts of Golub and Van Loan, with the vectors."""
    share = {"cholesky": 1 / 3, "lu": 2 / 3, "inverse": 2, "qr": 8 / 3, "eigh": 9, "svd": 21, "eig": 25, "schur": 25}
    flops = 2 / 3 * size ** 3 + 2 * size ** 2 if kind == "solve" else share[kind] * size ** 3
    return Cost(flops=int(flops * COUNTS[size]), dtype="f32" if dtype == np.float32 else "f64")
