"""Loads and stores that are reversed, strided or interleaved."""
from harness.row import normals as arguments

VARIANTS = {
    "reverse": ("reverse", "float32", (1000000,)),
    "reverse-rows": ("reverse rows", "float32", (1000, 1000)),
    "reverse-columns": ("reverse", "float32", (1000, 1000)),
    "reverse-f64": ("reverse", "float64", (500000,)),
    "interleave": ("interleave", "float32", (500000,), (500000,)),
    "interleave-3": ("interleave", "float32", (300000,), (300000,), (300000,)),
    "interleave-f64": ("interleave", "float64", (300000,), (300000,)),
    "interleave-rows": ("interleave", "float32", (1000, 500), (1000, 500)),
    "column": ("column", "float32", (100000, 10)),
    "column-middle": ("column", "float32", (1000, 16, 64)),
    "column-strided": ("strided", "float32", (1000, 2000)),
    "column-f64": ("column", "float64", (100000, 10)),
}


def in_jax(kind, dtype, *shapes):
    import jax.numpy as jnp
    return {
        "reverse": lambda x: x[::-1],
        "reverse rows": lambda x: x[:, ::-1],
        "interleave": lambda *x: jnp.stack(x, -1).reshape(*x[0].shape[:-1], -1),
        "column": lambda x: x[:, 3],
        "strided": lambda x: x[:, ::2],
    }[kind]
