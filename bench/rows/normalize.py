"""Normalizations of the rows of a matrix: softmax, layer norm, and RMS norm of a sum that is also a result."""
import numpy as np

from harness.row import Cost

VARIANTS = {"softmax": ("softmax",), "layer-norm": ("layer",), "rms-norm-residual": ("rms",)}
M, N = 3072, 4096


def arguments(random, kind):
    x = random.standard_normal((M, N), dtype=np.float32)
    if kind == "softmax":
        return [x]
    weights = random.standard_normal((2, N), dtype=np.float32)
    if kind == "layer":
        return [x, weights[0], weights[1]]
    return [x, random.standard_normal((M, N), dtype=np.float32), weights[0]]


def in_jax(kind):
    import jax.numpy as jnp
    from jax import lax

    def softmax(x):
        e = jnp.exp(x - jnp.max(x, axis=1, keepdims=True))
        return e / jnp.sum(e, axis=1, keepdims=True)

    def layer(x, scale, shift):
        centred = x - jnp.mean(x, axis=1, keepdims=True)
        variance = jnp.mean(centred * centred, axis=1, keepdims=True)
        return centred * lax.rsqrt(variance + 1e-5) * scale + shift

    def rms(x, residual, scale):
        total = x + residual
        return total * lax.rsqrt(jnp.mean(total * total, axis=1, keepdims=True) + 1e-5) * scale, total

    return {"softmax": softmax, "layer": layer, "rms": rms}[kind]


def in_torch(wrap, kind):
    import torch.nn.functional as F

    def rms(x, residual, scale):
        total = x + residual
        return F.rms_norm(total, (N,), scale, 1e-5), total

    return wrap({"softmax": lambda x: F.softmax(x, 1),
                 "layer": lambda x, scale, shift: F.layer_norm(x, (N,), scale, shift, 1e-5), "rms": rms}[kind])


def cost(kind):
    size = 4 * M * N
    return Cost(read=2 * size, written=2 * size) if kind == "rms" else Cost(read=size, written=size)
