"""Factorizations and systems of equations, as JAX prints them for a CPU."""

import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
from jax import lax

from cases import LONG, c64, case, f32


def definite(x):
    return x @ jnp.conj(x).mT + 4 * jnp.eye(x.shape[-1], dtype=x.dtype)


def dominant(x):
    return x + 8 * jnp.eye(x.shape[-1], dtype=x.dtype)


@case(f32(5, 5), f32(3, 2, 7, 7, seed=1), f32(70, 70, seed=2), tolerance=LONG)
def cholesky_factors(x, y, z):
    return (jnp.linalg.cholesky(definite(x)), jnp.linalg.cholesky(definite(y)), jnp.linalg.cholesky(definite(x), upper=True),
            jsl.cholesky(definite(z), lower=True), lax.linalg.cholesky(definite(x), symmetrize_input=False))


@case(f32(2, 4, 4))
def cholesky_of_indefinite_matrices(x):
    return jnp.isnan(jnp.linalg.cholesky(definite(x) - jnp.array([0.0, 40.0])[:, None, None] * jnp.eye(4)))


@case(c64(4, 4), c64(2, 6, 6, seed=1), tolerance=LONG)
def complex_cholesky_factors(x, y):
    return jnp.linalg.cholesky(definite(x)), jnp.linalg.cholesky(definite(y), upper=True)


@case(f32(6, 6), f32(6, seed=1), f32(6, 3, seed=2), tolerance=LONG)
def cholesky_solutions(x, b, c):
    factor = jsl.cho_factor(definite(x))
    return jsl.cho_solve(factor, b), jsl.cho_solve(factor, c), jsl.solve(definite(x), c, assume_a="pos")


@case(f32(6, 6), f32(6, seed=1), f32(6, 3, seed=2), f32(2, 5, 5, seed=3), f32(2, 5, 4, seed=4), tolerance=LONG)
def solutions(x, b, c, y, d):
    return (jnp.linalg.solve(x, b), jnp.linalg.solve(x, c), jnp.linalg.solve(y, d), jsl.solve(x, c),
            jnp.linalg.tensorsolve(dominant(x).reshape(2, 3, 6), b.reshape(2, 3)))


@case(f32(6, 6), f32(3, 5, 5, seed=1), tolerance=LONG)
def inverses(x, y):
    return (jnp.linalg.inv(dominant(x)), jnp.linalg.inv(dominant(y)), jnp.linalg.matrix_power(dominant(x), -2),
            jnp.linalg.tensorinv(dominant(x).reshape(2, 3, 6), ind=2))


@case(f32(6, 6), f32(3, 5, 5, seed=1), f32(3, 3, seed=2), f32(2, 2, seed=3), tolerance=LONG)
def determinants(x, y, z, w):
    return jnp.linalg.det(x), jnp.linalg.det(y), jnp.linalg.slogdet(x), jnp.linalg.slogdet(y), jnp.linalg.det(z), jnp.linalg.det(w)


@case(f32(6, 6), f32(7, 4, seed=1), f32(3, 8, seed=2), f32(80, 80, seed=3), f32(6, 2, seed=4), tolerance=LONG)
def lu_factors(x, y, z, w, b):
    return (jsl.lu(x), jsl.lu(y), jsl.lu(z), jsl.lu_factor(x), jsl.lu_solve(jsl.lu_factor(x), b),
            jsl.lu_solve(jsl.lu_factor(x), b, trans=1), lax.linalg.lu(dominant(w)))


@case(f32(6, 4), f32(4, 6, seed=1), f32(2, 5, 5, seed=2), f32(90, 70, seed=3), tolerance=LONG)
def qr_factors(x, y, z, w):
    return (jnp.linalg.qr(x), jnp.linalg.qr(x, mode="complete"), jnp.linalg.qr(x, mode="r"), jnp.linalg.qr(y), jnp.linalg.qr(z),
            jnp.linalg.qr(w), jsl.qr(x, mode="economic"))


@case(f32(6, 4), f32(6, seed=1), tolerance=LONG)
def least_squares_by_qr(x, b):
    q, r = jnp.linalg.qr(x)
    return jsl.solve_triangular(r, q.T @ b)


@case(f32(6, 6), f32(6, 3, seed=1), f32(3, 6, seed=2), f32(4, 2, 3, 3, seed=3), f32(4, 2, 3, 5, seed=4), tolerance=LONG)
def triangular_solutions(a, b, c, d, e):
    a, d = dominant(a), dominant(d)
    return ([jsl.solve_triangular(a, b, trans=trans, lower=lower, unit_diagonal=False) for trans in (0, 1) for lower in (True, False)],
            [lax.linalg.triangular_solve(a, c, left_side=False, lower=lower, transpose_a=trans) for trans in (True, False)
             for lower in (True, False)],
            jsl.solve_triangular(a / 32, b, lower=True, unit_diagonal=True), lax.linalg.triangular_solve(d, e, left_side=True))


@case(c64(6, 6), c64(6, 3, seed=1), c64(3, 6, seed=2), tolerance=LONG)
def complex_triangular_solutions(a, b, c):
    a = dominant(a)
    return ([jsl.solve_triangular(a, b, trans=trans, lower=lower) for trans in (0, 1, 2) for lower in (True, False)],
            [lax.linalg.triangular_solve(a, c, left_side=False, lower=True, transpose_a=trans, conjugate_a=conj)
             for trans, conj in ((False, False), (True, False), (True, True))])


@case(f32(5, 5), f32(3, 3, seed=1), tolerance=LONG)
def exponentials(x, y):
    return jsl.expm(x / 4), jsl.expm(y)


@case(f32(5, 5), f32(5, seed=1), f32(5, 2, seed=2), f32(7, 4, seed=3), tolerance=LONG)
def gradients_of_factorizations(x, b, c, y):
    weights = jnp.arange(25.0).reshape(5, 5) / 10
    return (jax.grad(lambda a: (jnp.linalg.cholesky(definite(a)) * weights).sum())(x),
            jax.grad(lambda a: jnp.linalg.solve(dominant(a), b).sum())(x), jax.grad(lambda a: jnp.linalg.slogdet(dominant(a))[1])(x),
            jax.grad(lambda a: (jnp.linalg.inv(dominant(a)) @ c).sum())(x), jax.grad(lambda a: jnp.linalg.det(a))(x),
            jax.grad(lambda a: jnp.sin(jnp.linalg.qr(a)[0]).sum() + jnp.linalg.qr(a)[1].sum())(y))


@case(f32(4, 5, 5), f32(4, 5, seed=1), tolerance=LONG)
def mapped_solutions(x, b):
    return jax.vmap(jnp.linalg.solve)(jax.vmap(dominant)(x), b), jax.vmap(lambda a: jnp.linalg.cholesky(definite(a)))(x)


@case(f32(8, 3), f32(8, seed=1), f32(5, 3, seed=2), tolerance=LONG)
def gaussian_process(x, y, at):
    def kernel(p, q):
        return jnp.exp(-0.5 * ((p[:, None] - q[None]) ** 2).sum(-1))

    factor = jnp.linalg.cholesky(kernel(x, x) + 0.1 * jnp.eye(8))
    alpha = jsl.cho_solve((factor, True), y)
    across = kernel(at, x)
    v = jsl.solve_triangular(factor, across.T, lower=True)
    return across @ alpha, kernel(at, at) - v.T @ v, -0.5 * y @ alpha - jnp.log(jnp.diagonal(factor)).sum()


@case(f32(3), f32(9, 3, seed=1), f32(3, 3, seed=2), tolerance=LONG)
def normal_densities(mean, x, a):
    return jax.scipy.stats.multivariate_normal.logpdf(x, mean, definite(a))


@case(f32(6, 2), f32(4, 4, seed=1), tolerance=LONG)
def kalman_filter(observations, a):
    step, seen, noise = a / 8 + jnp.eye(4), jnp.eye(2, 4), 0.1 * jnp.eye(4)

    def update(carry, z):
        mean, cov = step @ carry[0], step @ carry[1] @ step.T + noise
        s = seen @ cov @ seen.T + 0.2 * jnp.eye(2)
        gain = jnp.linalg.solve(s, seen @ cov).T
        mean = mean + gain @ (z - seen @ mean)
        return (mean, cov - gain @ seen @ cov), mean

    return lax.scan(update, (jnp.zeros(4), jnp.eye(4)), observations)
