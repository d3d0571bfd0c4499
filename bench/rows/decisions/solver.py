"""Twenty steps of conjugate gradients in a loop. Each step has a matrix-vector product, two dot products and three updates."""
import numpy as np

VARIANTS = {"conjugate-gradients-500": (500, "float32"), "conjugate-gradients-100": (100, "float32"),
            "conjugate-gradients-1500": (1500, "float32"), "conjugate-gradients-f64": (300, "float64")}
TOLERANCE = 1e-4  # rounding errors grow from step to step
STEPS = 20


def arguments(random, n, dtype):
    m = random.standard_normal((n, n))
    return [(m @ m.T / n + np.eye(n)).astype(dtype), random.standard_normal(n).astype(dtype)]


def in_jax(n, dtype):
    import jax
    import jax.numpy as jnp

    def solve(a, b):
        def step(_, state):
            x, r, p, square = state
            ap = a @ p
            alpha = square / (p @ ap)
            x, r = x + alpha * p, r - alpha * ap
            return x, r, r + (r @ r) / square * p, r @ r
        return jax.lax.fori_loop(0, STEPS, step, (jnp.zeros_like(b), b, b, b @ b))[0]

    return solve
