"""Functions of complex numbers."""

import jax.numpy as jnp
import numpy as np
from jax import lax

from cases import LONG, c64, case, f32, i32


@case(c64(7, 13), c64(7, 13, seed=1))
def complex_arithmetic(x, y):
    return x + y * 2j, x * y - 1, x / y, jnp.conj(x), jnp.abs(x), jnp.real(x) + jnp.imag(y), jnp.angle(x), x == y, jnp.square(x)


@case(c64(40))
def complex_functions(x):
    return (jnp.exp(x), jnp.expm1(x), jnp.log(x), jnp.log1p(x), jnp.sqrt(x), lax.rsqrt(x), jnp.sin(x), jnp.cos(x), jnp.tan(x),
            jnp.tanh(x), lax.logistic(x * 0.5), jnp.sign(x))


@case(c64(400))
def complex_hyperbolic(x):
    return jnp.sinh(x), jnp.cosh(x), jnp.tanh(x), jnp.arcsinh(x), jnp.arccosh(x), jnp.arctanh(x)


@case(c64(400))
def complex_arcs(x):
    return jnp.arcsin(x), jnp.arccos(x), jnp.arctan(x), jnp.arcsin(x * 1e-3), jnp.arccos(x * 1e6), jnp.arctan(x * 1e9)


@case(c64(40), c64(40, seed=1), tolerance=2e-5)
def complex_powers(x, y):
    return x ** y, x ** 3, jnp.power(x, 0.5), lax.reciprocal(x)


@case(np.array([-4 + 0j, complex(-4, -0.0), 0j, 1e30 + 1e30j, complex(np.inf, 1), complex(-np.inf, -1), 1e-20 - 1e-20j], np.complex64))
def complex_edges(x):
    # XLA's square root of -4 - 0i is on the other side of the cut than C99's (docs/numerics.md).
    return jnp.sqrt(jnp.concatenate([x[:1], x[2:]])), jnp.log(x), jnp.abs(x), jnp.tanh(x)


# Cuts and their ends, and numbers whose squares no float holds. JAX takes -0 for 0 there;
# tests/unit/eval has both sides.
ON_THE_CUTS = [complex(*parts) for a in (0.5, 1.0, 2.0, 1e20) for parts in ((a, 0.0), (-a, 0.0), (0.0, a), (0.0, -a))]
FAR_AND_NEAR = [1e25 + 3e24j, -2e30 + 1j, 1e-30 - 1e-30j, 1e-25 + 2j, 1 + 1e-15j, -1 - 1e-7j, 1e-15 + 1j, 1e38 - 1e38j]


@case(np.array(ON_THE_CUTS + FAR_AND_NEAR, np.complex64))
def complex_cuts(x):
    return jnp.arcsin(x), jnp.arccos(x), jnp.arctan(x), jnp.arcsinh(x), jnp.arccosh(x), jnp.arctanh(x)


@case(c64(5, 6), f32(5, 6, seed=3))
def complex_parts(x, r):
    return lax.complex(r, -r), x.astype(jnp.float32), r.astype(jnp.complex64), x.real.at[0].set(1.0), jnp.isfinite(x), jnp.arange(4) * 1j


@case(c64(6, 7), f32(6, 7, seed=2))
def complex_views(x, r):
    return (x.T, x[1:4, ::-1], jnp.concatenate([x, r + 0j]), jnp.pad(x, 1), x[jnp.array([0, 5, 2])], x.at[jnp.array([1, 1])].add(2j),
            jnp.where(r > 0, x, 0), jnp.roll(x, 2, 1))


@case(c64(9, 11), tolerance=LONG)
def complex_sums(x):
    return x.sum(), x.sum(axis=0), x.mean(axis=1), jnp.cumsum(x, axis=1), jnp.linalg.norm(x), x.prod(axis=1), x.max(axis=0)


@case(c64(17, 23), c64(23, 9, seed=1), c64(23, seed=2), tolerance=LONG)
def complex_products(x, y, v):
    return x @ y, y.T @ v, jnp.vdot(v, v), jnp.einsum("ij,jk->ik", x, jnp.conj(y)), x.real @ y


@case(c64(4, 5), i32(high=9))
def complex_loops(x, n):
    spin = lax.fori_loop(0, n, lambda i, z: z * (0.6 + 0.8j) + 0.1, x)
    total, rows = lax.scan(lambda s, row: (s + row, s * row), jnp.zeros(5, jnp.complex64), x)
    return spin, total, rows, lax.cond(n > 4, lambda: x * 2j, lambda: -x), lax.map(lambda row: row @ row, x)
