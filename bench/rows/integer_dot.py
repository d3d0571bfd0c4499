"""Products of matrices of narrow integers, with sums in 32 bits, as quantized networks have them."""
import numpy as np

TOLERANCE = 0
VARIANTS = {"dot-s8-1024": ("int8", 1024), "dot-u8-1024": ("uint8", 1024), "dot-s16-1024": ("int16", 1024),
            "dot-s32-1024": ("int32", 1024)}


def arguments(random, dtype, size):
    info = np.iinfo(dtype)
    return [random.integers(info.min, info.max, (size, size), dtype=dtype, endpoint=True) for _ in range(2)]


def in_jax(dtype, size):
    import jax
    sums = "uint32" if dtype.startswith("u") else "int32"
    return lambda x, y: jax.lax.dot(x, y, preferred_element_type=sums)
