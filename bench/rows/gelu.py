"""GELU in its tanh form, written out as models write it."""
import numpy as np

from harness.row import Cost

VARIANTS = {"gelu-f32": ("float32",), "gelu-bf16": ("bfloat16",)}
# One unit in the last place of bf16 is 2^-8; the peers and Lazuli round to bf16 after different
# ops.
TOLERANCE = 8e-3
SHAPE = (6, 512, 4096)
SCALE, CUBIC = 0.7978845608, 0.044715


def arguments(random, dtype):
    import ml_dtypes
    return [random.standard_normal(SHAPE, dtype=np.float32).astype(getattr(ml_dtypes, dtype, dtype))]


def in_jax(dtype):
    import jax.numpy as jnp
    return lambda x: 0.5 * x * (1 + jnp.tanh(SCALE * (x + CUBIC * x * x * x)))


def in_torch(wrap, dtype):
    from torch.nn.functional import gelu
    return wrap(lambda x: gelu(x, approximate="tanh"))


def cost(dtype):
    size = int(np.prod(SHAPE)) * (4 if dtype == "float32" else 2)
    return Cost(read=size, written=size)
