"""The product of two square matrices of bf16, as bf16 or as f32."""
import numpy as np

from harness.row import Cost

VARIANTS = {"bgemm-256": (256, "bfloat16"), "bgemm-1024": (1024, "bfloat16"), "bgemm-1024-f32": (1024, "float32")}
# Half a unit in the last place of bf16 is 2^-9.
TOLERANCE = 4e-3


def arguments(random, n, dtype):
    import ml_dtypes
    return list(random.standard_normal((2, n, n), dtype=np.float32).astype(ml_dtypes.bfloat16))


def in_jax(n, dtype):
    import jax.numpy as jnp
    return lambda a, b: jnp.matmul(a, b, preferred_element_type=dtype)


def in_torch(wrap, n, dtype):
    import torch
    return wrap(lambda a, b: (a @ b).to(getattr(torch, dtype)))


def cost(n, dtype):
    return Cost(flops=2 * n * n * n)
