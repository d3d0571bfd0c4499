"""The Schur form of a matrix. Its eigenvalues can stand in any order, so their sum and the norm are compared."""
import numpy as np

from harness.row import Cost

TOLERANCE = 1e-3
VARIANTS = {"schur-256": (256,), "schur-512": (512,)}


def arguments(random, size, dtype=np.float32):
    return [random.standard_normal((size, size), dtype=dtype)]


def in_jax(size, dtype=np.float32):
    import jax
    import jax.numpy as jnp

    def invariants(a):
        form = jax.scipy.linalg.schur(a)[0]
        return jnp.stack([jnp.trace(form), jnp.sqrt((form * form).sum())])

    return invariants


def in_scipy(size, dtype=np.float32):
    from scipy.linalg import schur

    def invariants(a):
        form = schur(a, check_finite=False)[0]
        return np.stack([np.trace(form), np.sqrt((form * form).sum())])

    return invariants


def cost(size, dtype=np.float32):
    """The counts of Golub and Van Loan, with the vectors."""
    return Cost(flops=25 * size ** 3, dtype="f32" if dtype == np.float32 else "f64")
