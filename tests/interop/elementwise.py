"""Elementwise functions of real numbers and integers."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from cases import HALF, bf16, case, f32, i32


@case(f32(7, 13), f32(7, 13, seed=1))
def arithmetic(x, y):
    return (x + y) * (x - y) / (jnp.abs(y) + 1.0), jnp.maximum(x, y), jnp.minimum(x, -y)


@case(f32(5, 9))
def transcendental(x):
    p = jnp.abs(x) + 0.1
    return jnp.exp(x), jnp.log(p), jnp.tanh(x), jnp.sqrt(p), lax.rsqrt(p), jnp.sin(x), jnp.cos(x)


@case(f32(33))
def more_unary(x):
    return (jnp.expm1(x), jnp.log1p(jnp.abs(x)), jnp.floor(x), jnp.ceil(x), jnp.round(x), jnp.sign(x),
            jnp.cbrt(x), lax.erf(x), jax.nn.sigmoid(x), jnp.square(x))


@case(f32(7, 9), f32(7, 9, seed=1, low=-0.99, high=0.99))
def hyperbolic_and_inverse(x, u):
    return (jnp.sinh(x), jnp.cosh(x), jnp.arcsin(u), jnp.arccos(u), jnp.arctan(x), jnp.arcsinh(x),
            jnp.arccosh(1.0 + jnp.abs(x)), jnp.arctanh(u))


@case(f32(5, 11, low=0.1, high=9.0), f32(5, 11, seed=1, low=-0.99, high=0.99), tolerance=2e-5)
def special_functions(x, u):
    n = jnp.float32(2)
    return (lax.lgamma(x), lax.digamma(x), lax.erf_inv(u), lax.bessel_i1e(x - 4.0), lax.erfc(x - 4.0),
            lax.polygamma(jnp.full_like(x, n), x), lax.zeta(x + 1.5, x), lax.zeta(jnp.full_like(x, n), u - 1.0))


@case(f32(4, 9, low=0.2, high=5.0), tolerance=2e-5)
def made_of_special_functions(x):
    special = jax.scipy.special
    return (special.gammaln(x), special.betaln(x, x + 1.0), special.i1(x), special.ndtri(x / 6.0), special.gamma(x),
            special.factorial(x), special.polygamma(1, x), jnp.sinc(x), jnp.spacing(x))


@case(f32(6, 11), f32(6, 11, seed=1))
def neighbours_and_formats(x, y):
    half = x.astype(jnp.bfloat16)
    return (jnp.nextafter(x, y), jnp.nextafter(half, y.astype(jnp.bfloat16)), lax.reduce_precision(x * 1e5, 5, 10),
            lax.reduce_precision(x, 8, 7), lax.reduce_precision(x, 2, 1), lax.reduce_precision(half, 4, 3))


@case(i32(33, low=-2**31, high=2**31 - 1), i32(33, seed=1, low=-2**31, high=2**31 - 1))
def upper_halves(x, y):
    return lax.mulhi(x, y), lax.mulhi(x.astype(jnp.uint32), y.astype(jnp.uint32)), lax.population_count(x), lax.clz(y)


@case(f32(6, 7, low=0.1), f32(6, 7, seed=1), tolerance=2e-5)
def power_and_atan2(x, y):
    return jnp.power(x, y), jnp.arctan2(x, y), jnp.fmod(y, x)


@case(f32(4, 33))
def gelu(x):
    return jax.nn.gelu(x), 0.5 * x * (1.0 + lax.erf(x / np.sqrt(2.0)))


@case(f32(4, 33))
def activations(x):
    return jax.nn.relu(x), jax.nn.silu(x), jax.nn.softplus(x), jax.nn.elu(x), jax.nn.leaky_relu(x)


@case(f32(3, 17), f32(3, 17, seed=1))
def compare_and_select(x, y):
    return jnp.where(x > y, x, y * 2), (x >= 0) & ~(y < 0), jnp.clip(x, -1.0, 0.5), x != y


@case(i32(11, low=-50, high=50), i32(11, seed=1, low=1, high=9))
def integers(x, y):
    return x * y, x // y, x % y, x << 2, x >> 1, x ^ y, x & y, x | y, ~x


@case(f32(3, 8, low=-100.0, high=100.0), i32(3, 8, low=-300, high=300))
def conversions(x, i):
    return x.astype(jnp.int32), i.astype(jnp.float32), i.astype(jnp.int8), i > 0, x.astype(jnp.bfloat16)


@case(f32(6))
def bit_casts(x):
    return lax.bitcast_convert_type(x, jnp.int32), lax.bitcast_convert_type(x, jnp.uint8)


@case(bf16(4, 32), bf16(4, 32, seed=1), tolerance=HALF)
def bfloat16_elementwise(x, y):
    return x * y + jnp.tanh(x), (x - y).astype(jnp.float32)
