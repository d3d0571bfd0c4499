"""Matrix-vector chains, sums of squares of two sides, and products without a sum. They broadcast values, which must not be
computed anew for each element of the result."""
from harness.row import normals as arguments

VARIANTS = {
    "chain-2000": ("right", "float32", (2000, 2000), (2000, 2000), (2000,)),
    "chain-300": ("right", "float32", (300, 300), (300, 300), (300,)),
    "chain-left-1000": ("left", "float32", (1000, 1000), (1000, 1000), (1000,)),
    "chain-f64-700": ("right", "float64", (700, 700), (700, 700), (700,)),
    "least-squares-tall": ("least squares", "float32", (4000, 500), (500,), (4000,)),
    "least-squares-wide": ("least squares", "float32", (500, 4000), (4000,), (500,)),
    "least-squares-f64": ("least squares", "float64", (1000, 200), (200,), (1000,)),
    "least-squares-columns": ("least squares", "float32", (4000, 500), (500, 4), (4000, 4)),
    "two-sides": ("two sides", "float32", (1000, 64), (800, 64)),
    "two-sides-square": ("two sides", "float32", (300, 8), (300, 8)),
    "two-sides-f64": ("two sides", "float64", (2000, 256), (100, 256)),
    "two-sides-distance": ("distance", "float32", (1000, 64), (800, 64)),
    "outer": ("outer", "float32", (500, 20), (400, 20)),
    "outer-long": ("outer", "float32", (64, 200), (64, 200)),
    "outer-f64": ("outer", "float64", (500, 20), (400, 20)),
    "outer-batches": ("outer of batches", "float32", (8, 100, 16), (8, 100, 16)),
}
TOLERANCE = 1e-4  # for sums of up to 4,000 products in another order


def in_jax(kind, dtype, *shapes):
    import jax.numpy as jnp

    def two_sides(x, y):
        return (x * x).sum(1)[:, None] + (y * y).sum(1)[None]

    return {
        "right": lambda a, b, x: a @ (b @ x),
        "left": lambda a, b, x: (x @ a) @ b,
        "least squares": lambda x, w, y: x.T @ (x @ w - y),
        "two sides": two_sides,
        "distance": lambda x, y: two_sides(x, y) - 2 * x @ y.T,
        "outer": lambda a, b: jnp.einsum("ir,jr->ijr", a, b),
        "outer of batches": lambda a, b: jnp.einsum("bir,bjr->bijr", a, b),
    }[kind]
