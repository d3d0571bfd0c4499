"""Fourier transforms: of many short lines, of one long line, and of a long line of real numbers."""
import math

import numpy as np

from harness.row import Cost

VARIANTS = {"fft-rows": ("fft", (1000, 1024)), "fft-1m": ("fft", (1 << 20,)), "rfft-1m": ("rfft", (1 << 20,))}


def arguments(random, kind, shape):
    real = random.standard_normal(shape, dtype=np.float32)
    return [real if kind == "rfft" else real + 1j * random.standard_normal(shape, dtype=np.float32)]


def in_jax(kind, shape):
    import jax.numpy as jnp
    return getattr(jnp.fft, kind)


def in_torch(wrap, kind, shape):
    import torch
    return wrap(getattr(torch.fft, kind))


def in_scipy(kind, shape):
    import scipy.fft
    return lambda x: getattr(scipy.fft, kind)(x, workers=2)


def cost(kind, shape):
    """5 n log2 n operations for n complex numbers, half of that for real ones, as is usual."""
    return Cost(flops=int((5 if kind == "fft" else 2.5) * math.prod(shape) * math.log2(shape[-1])))
