"""Gradients of sum_ij e^(-|x_i - y_j|^2 / 2) b_j and similar functions. Each of them sums over one dim
of the table of all pairs, and the table must not be stored in memory."""
from harness.row import normals

VARIANTS = {"pairwise-gradient-d3": ("square", "float32", 4000, 3), "pairwise-gradient-d10": ("square", "float32", 4000, 10),
            "pairwise-gradient-f64": ("square", "float64", 4000, 1), "pairwise-gradient-l1": ("l1", "float32", 4000, 3)}
TOLERANCE = 1e-4  # for sums of 4,000 terms in another order


def arguments(random, kind, dtype, n, d):
    return normals(random, kind, dtype, (n, d), (n, d), (n,))


def in_jax(kind, dtype, n, d):
    import jax
    import jax.numpy as jnp

    def total(x, y, b):
        difference = x[:, None, :] - y[None]
        distance = (jnp.abs(difference) if kind == "l1" else difference * difference).sum(-1)
        return (jnp.exp(-distance / 2) * b).sum()

    return jax.grad(total, argnums=(0, 1, 2))
