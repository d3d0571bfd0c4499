"""Last dims of two to seven, which fill only so many lanes of a vector."""
from harness.row import normals as arguments

VARIANTS = {
    "narrow-3": ("scaled", "float32", (300000,), (300000, 3)),
    "narrow-5": ("scaled", "float32", (200000,), (200000, 5)),
    "narrow-7-f64": ("scaled", "float64", (100000,), (100000, 7)),
    "narrow-norm": ("norm", "float32", (300000, 3)),
}


def in_jax(kind, dtype, *shapes):
    import jax.numpy as jnp
    if kind == "scaled":
        return lambda s, x: jnp.exp(s)[:, None] * x
    return lambda x: x / jnp.sqrt((x * x).sum(1, keepdims=True))
