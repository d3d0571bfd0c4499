"""Windows inside of windows with elementwise ops between: gradients of running sums and of pools, and running sums of them."""
from harness.row import normals as arguments

VARIANTS = {
    "cumsum-gradient": ("sum", "float32", (200, 1000)),
    "cumsum-gradient-columns": ("sum of columns", "float32", (1000, 200)),
    "cumsum-gradient-f64": ("sum", "float64", (1000, 100)),
    "cumulative-logsumexp": ("logsumexp", "float32", (200, 1000)),
    "mean-pool-gradient": ("pool", "float32", (8, 64, 64, 16)),
    "mean-pool-gradient-overlap": ("overlap", "float32", (8, 64, 64, 16)),
    "mean-pool-gradient-channels": ("channels", "float32", (8, 16, 64, 64)),
    "mean-pool-gradient-f64": ("pool", "float64", (4, 32, 32, 8)),
}


def in_jax(kind, dtype, *shapes):
    import jax
    import jax.numpy as jnp

    def pool(window, strides):
        def mean(x):
            sums = jax.lax.reduce_window(x, x.dtype.type(0), jax.lax.add, window, strides, "VALID")
            return jnp.sin(sums / (window[1] * window[2] * window[3])).sum()
        return jax.grad(mean)

    return {
        "sum": jax.grad(lambda x: jnp.sin(jnp.cumsum(x, 1)).sum()),
        "sum of columns": jax.grad(lambda x: jnp.sin(jnp.cumsum(x, 0)).sum()),
        "logsumexp": lambda x: jax.lax.cumlogsumexp(x, 1),
        "pool": pool((1, 2, 2, 1), (1, 2, 2, 1)),
        "overlap": pool((1, 3, 3, 1), (1, 2, 2, 1)),
        "channels": pool((1, 1, 2, 2), (1, 1, 2, 2)),
    }[kind]
