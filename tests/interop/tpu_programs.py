"""Programs that JAX prints differently for a TPU than for a CPU: custom calls of XLA, whose results must equal LAPACK's."""

import jax
import jax.numpy as jnp
from jax import lax

from cases import LONG, c64, case, f32
from decompositions import eigh_parts, symmetric
from linear_algebra import definite, dominant


@case(f32(6, 4), f32(4, 6, seed=1), f32(2, 5, 5, seed=2), f32(90, 70, seed=3), c64(5, 3, seed=4), tolerance=LONG, platform="tpu")
def tpu_qr_factors(x, y, z, w, c):
    return (jnp.linalg.qr(x), jnp.linalg.qr(x, mode="complete"), jnp.linalg.qr(x, mode="r"), jnp.linalg.qr(y), jnp.linalg.qr(z),
            jnp.linalg.qr(w), jnp.linalg.qr(c))


@case(f32(7, 4), f32(3, seed=1), tolerance=LONG, platform="tpu")
def tpu_products_of_reflectors(x, t):
    return lax.linalg.householder_product(x, t / 8)


@case(f32(6, 6), f32(2, 7, 4, seed=1), f32(3, 8, seed=2), f32(80, 80, seed=3), c64(5, 5, seed=4), tolerance=LONG, platform="tpu")
def tpu_lu_factors(x, y, z, w, c):
    return lax.linalg.lu(x), lax.linalg.lu(y), lax.linalg.lu(z), lax.linalg.lu(dominant(w)), lax.linalg.lu(c)


@case(f32(6, 6), f32(6, 3, seed=1), f32(3, 5, 5, seed=2), tolerance=LONG, platform="tpu")
def tpu_solutions(x, b, y):
    return (jnp.linalg.solve(dominant(x), b), jnp.linalg.inv(dominant(y)), jnp.linalg.det(y), jnp.linalg.slogdet(y),
            jnp.linalg.cholesky(definite(y)))


@case(f32(5, 5), f32(2, 3, 4, 4, seed=1), f32(40, 40, seed=2), c64(4, 4, seed=3), tolerance=LONG, platform="tpu")
def tpu_eigenvalues(x, y, z, c):
    return (eigh_parts(x), eigh_parts(y), jnp.linalg.eigvalsh(symmetric(z)), jnp.linalg.eigvalsh(x, UPLO="U", symmetrize_input=False),
            eigh_parts(c))


@case(f32(6, 300), platform="tpu")
def tpu_selections(x):
    return (lax.approx_max_k(x, 5), lax.approx_min_k(x, 5), lax.approx_max_k(x, 2, reduction_dimension=0), lax.top_k(x, 4),
            lax.approx_max_k(x.astype(jnp.bfloat16), 3)[0])


@case(f32(5, 5), f32(7, 4, seed=1), tolerance=LONG, platform="tpu")
def tpu_gradients(x, y):
    return (jax.grad(lambda a: jnp.sin(jnp.linalg.qr(a)[0]).sum() + jnp.linalg.qr(a)[1].sum())(y),
            jax.grad(lambda a: jnp.linalg.slogdet(dominant(a))[1])(x),
            jax.grad(lambda a: (jnp.linalg.eigvalsh(a) ** 3).sum())(x))
