"""Pads by reflection and concatenations of many pieces: each element comes from one of several places."""
from harness.row import normals as arguments

VARIANTS = {
    "reflect": ("reflect", "float32", (1000, 1000)),
    "reflect-images": ("reflect images", "float32", (8, 3, 224, 224)),
    "reflect-f64": ("reflect", "float64", (500, 500)),
    "pad-edge": ("edge", "float32", (1000, 1000)),
    "pieces-20": ("rows", "float32", *[(50, 500)] * 20),
    "pieces-20-columns": ("columns", "float32", *[(1000, 37)] * 20),
    "pieces-20-functions": ("functions", "float32", *[(1000, 37)] * 20),
    "pieces-20-f64": ("columns", "float64", *[(500, 50)] * 20),
}


def in_jax(kind, dtype, *shapes):
    import jax.numpy as jnp
    return {
        "reflect": lambda x: jnp.pad(x, 3, mode="reflect"),
        "reflect images": lambda x: jnp.pad(x, [(0, 0), (0, 0), (3, 3), (3, 3)], mode="reflect"),
        "edge": lambda x: jnp.pad(x, 3, mode="edge"),
        "rows": lambda *x: jnp.concatenate(x, 0),
        "columns": lambda *x: jnp.concatenate(x, 1),
        "functions": lambda *x: jnp.concatenate([jnp.tanh(a) if i % 2 else a * a for i, a in enumerate(x)], 1),
    }[kind]
