"""Types of a byte or less. JAX must agree on every code, on rounding, and on computations with weights of a few bits."""

import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from cases import HALF, case, f32

EIGHTH = 0.13  # one unit in the last place of a mantissa of 3 bits
QUARTER = 0.26

FLOATS = [jnp.float8_e5m2, jnp.float8_e4m3fn, jnp.float8_e4m3, jnp.float8_e4m3fnuz, jnp.float8_e4m3b11fnuz,
          jnp.float8_e5m2fnuz]
OWN_FLOATS = [jnp.float8_e3m4, jnp.float8_e8m0fnu, jnp.float4_e2m1fn]
INTEGERS = [jnp.int4, jnp.uint4, jnp.int2, jnp.uint2]


def codes(dtype, count):
    """All codes, by ml_dtypes."""
    return np.arange(count, dtype=np.uint8).view(np.dtype(dtype))


def midpoints(dtype, count=256):
    """The numbers halfway between neighbours, the floats next to them, and numbers that are too large."""
    values = codes(dtype, count).astype(np.float32)
    values = np.unique(values[np.isfinite(values)])
    middle = ((values[1:].astype(np.float64) + values[:-1]) / 2).astype(np.float32)
    infinity = np.float32(np.inf)
    beyond = np.array([1e30, -1e30, np.inf, -np.inf], np.float32)
    return np.concatenate([values, middle, np.nextafter(middle, infinity), np.nextafter(middle, -infinity), beyond])


def small(dtype, *shape, seed=0):
    return np.asarray(jnp.asarray(f32(*shape, seed=seed), dtype))


def integers(dtype, *shape, seed=0):
    return np.random.default_rng(seed + 1).integers(-8, 8, shape).astype(np.dtype(dtype))


@case(*[codes(dtype, 256) for dtype in FLOATS], tolerance=0)
def small_floats_to_f32(*xs):
    return tuple(x.astype(jnp.float32) for x in xs)


@case(codes(jnp.float8_e3m4, 256), codes(jnp.float8_e8m0fnu, 256), codes(jnp.float4_e2m1fn, 16), tolerance=0)
def own_floats_to_f32(*xs):
    return tuple(x.astype(jnp.float32) for x in xs)


@case(*[midpoints(dtype) for dtype in FLOATS], tolerance=0)
def f32_to_small_floats(*xs):
    return tuple(x.astype(dtype) for x, dtype in zip(xs, FLOATS))


@case(midpoints(jnp.float8_e3m4), np.abs(f32(300, low=0.1)), midpoints(jnp.float4_e2m1fn, 16)[:-2], tolerance=0)
def f32_to_own_floats(*xs):
    return tuple(x.astype(dtype) for x, dtype in zip(xs, OWN_FLOATS))


@case(codes(jnp.int4, 16), codes(jnp.uint4, 16), tolerance=0)
def small_integers(x, y):
    return (x.astype(jnp.int32), y.astype(jnp.int32), x + x[::-1], x * x, y * y, x > 2, y.astype(jnp.float32),
            jnp.maximum(x, x[::-1]), x.reshape(4, 4).T, (x.astype(jnp.int32) * 3).astype(jnp.int4))


@case(small(jnp.float8_e4m3fn, 5, 7), small(jnp.float8_e4m3fn, 5, 7, seed=1), tolerance=EIGHTH)
def float8_arithmetic(x, y):
    return x + y, x * y, jnp.maximum(x, y), -x, jnp.tanh(x), x < y, jnp.where(x < y, x, y), x.T, x[1:, ::2]


@case(small(jnp.float8_e5m2, 6, 32), tolerance=QUARTER)
def float8_sums(x):  # XLA rounds sums of float8 after each addition.
    return x.astype(jnp.float32).sum(axis=1), x.max(axis=0), jnp.argmax(x.astype(jnp.float32), axis=1)


@case(small(jnp.float8_e4m3fn, 9, 32), small(jnp.float8_e4m3fn, 32, 6, seed=1), tolerance=HALF)
def float8_matmul(x, y):
    return jnp.matmul(x, y, preferred_element_type=jnp.float32)


@case(small(jnp.float8_e4m3fn, 9, 16), small(jnp.float8_e5m2, 16, 6, seed=1), tolerance=HALF)
def float8_matmul_of_two_kinds(x, y):
    return lax.dot_general(x, y, (((1,), (0,)), ((), ())), preferred_element_type=jnp.float32)


@case(integers(ml_dtypes.int4, 24, 16), f32(24), f32(16, 5).astype(ml_dtypes.bfloat16), tolerance=HALF)
def int4_weights(w, scale, x):
    return (w.astype(jnp.bfloat16) * scale.astype(jnp.bfloat16)[:, None]) @ x


@case(integers(ml_dtypes.int4, 6, 16), integers(ml_dtypes.int4, 16, 5, seed=1), tolerance=0)
def int4_matmul(x, y):
    return x.astype(jnp.int32) @ y.astype(jnp.int32)
