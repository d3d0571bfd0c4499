"""Sums of the columns of functions, and sums over different dims that can share one loop over the data."""
from harness.row import normals as arguments

VARIANTS = {
    "columns-tanh": ("tanh", "float32", (2000, 2000)),
    "columns-tanh-f64": ("tanh", "float64", (2000, 1000)),
    "columns-f64": ("plain", "float64", (2000, 1000)),
    "columns-few": ("tanh", "float32", (100000, 8)),
    "both-dims-tanh": ("both", "float32", (2000, 2000)),
    "both-dims-f64": ("both", "float64", (1000, 1000)),
    "both-dims-middle": ("middle", "float32", (100, 200, 100)),
    "both-dims-max": ("max", "float32", (2000, 2000)),
}
TOLERANCE = 1e-4  # for sums of up to 100,000 terms in another order


def in_jax(kind, dtype, *shapes):
    import jax.numpy as jnp

    def both(of):
        return lambda x: of(jnp.tanh(x))

    return {
        "tanh": lambda x: jnp.tanh(x).sum(0),
        "plain": lambda x: x.sum(0),
        "both": both(lambda f: (f.sum(0), f.sum(1))),
        "middle": both(lambda f: (f.sum(1), f.sum((0, 2)))),
        "max": both(lambda f: (f.max(0), f.sum(1))),
    }[kind]
