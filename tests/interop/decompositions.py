"""Eigenvalues, singular values and other decompositions, as JAX prints them for a CPU. Some results are unique only
up to signs or phases. They are compared after the signs or phases are fixed, or as products in which these
cancel."""

import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
from jax import lax

from cases import LONG, c64, case, f32, i32


def symmetric(x):
    return (x + jnp.conj(x).mT) / 2


def phases(v):
    """The phase of each column, from a sum that is not zero for any of them."""
    weights = jnp.cos(jnp.arange(v.shape[-2], dtype=jnp.float32) * 1.7) + 0.3
    total = jnp.einsum("i,...ij->...j", weights.astype(v.dtype), v)
    return total / jnp.abs(total)


def fixed(v):
    return v * jnp.conj(phases(v))[..., None, :]


def eigh_parts(x):
    w, v = jnp.linalg.eigh(x)
    return w, fixed(v), (v * w[..., None, :]) @ jnp.conj(v).mT


def eig_parts(x):
    w, v = jnp.linalg.eig(x)
    order = jnp.argsort(w.real + 0.37 * w.imag)
    return w[order], fixed(v[:, order])


def svd_parts(x, full_matrices):
    u, s, vt = jnp.linalg.svd(x, full_matrices=full_matrices)
    k = s.shape[-1]
    phase = phases(u[..., :, :k])
    return s, u[..., :, :k] * jnp.conj(phase)[..., None, :], vt[..., :k, :] * phase[..., :, None], u @ jnp.conj(u).mT, vt @ jnp.conj(vt).mT


@case(f32(5, 5), f32(2, 3, 4, 4, seed=1), f32(40, 40, seed=2), f32(1, 1, seed=3), tolerance=LONG)
def eigenvalues_of_symmetric_matrices(x, y, z, one):
    return (eigh_parts(x), eigh_parts(y), eigh_parts(symmetric(z)), jnp.linalg.eigvalsh(x), jnp.linalg.eigvalsh(x, UPLO="U"),
            jnp.linalg.eigh(one), jsl.eigh(symmetric(x), eigvals_only=True), jnp.linalg.eigvalsh(jnp.zeros((3, 3))))


@case(c64(5, 5), c64(2, 4, 4, seed=1), tolerance=LONG)
def eigenvalues_of_hermitian_matrices(x, y):
    return eigh_parts(x), eigh_parts(symmetric(y)), jnp.linalg.eigvalsh(x, UPLO="U")


@case(f32(3, 4, 4))
def eigenvalues_of_nan(x):
    bad = x.at[1, 2, 0].set(jnp.nan)
    return (jnp.linalg.eigvalsh(bad, symmetrize_input=False), jnp.isnan(jnp.linalg.svd(bad)[0]).all((1, 2)),
            jnp.isnan(jnp.linalg.eigvals(bad)).all(1))


@case(f32(5, 5), f32(3, 4, 4, seed=1), f32(1, 1, seed=2), f32(12, 12, seed=3), tolerance=1e-3)
def eigenvalues(x, y, one, z):
    w = jnp.linalg.eigvals(y)
    return (eig_parts(x), (w.real + 0.37 * w.imag).sum(1), jnp.prod(w, 1), jnp.linalg.eig(one), eig_parts(z / 3))


@case(c64(5, 5), c64(3, 4, 4, seed=1), tolerance=1e-3)
def eigenvalues_of_complex_matrices(x, y):
    return eig_parts(x), jnp.prod(jnp.linalg.eigvals(y), 1), jnp.sum(jnp.linalg.eigvals(y), 1)


@case(f32(5, 5), c64(4, 4, seed=1), tolerance=1e-3)
def eigenvectors_on_both_sides(x, z):
    def parts(a):
        w, left, right = lax.linalg.eig(a, compute_left_eigenvectors=True)
        order = jnp.argsort(w.real + 0.37 * w.imag)
        return w[order], fixed(left[:, order]), fixed(right[:, order])

    return parts(x), parts(z)


@case(f32(6, 4), f32(4, 6, seed=1), f32(2, 5, 5, seed=2), f32(40, 30, seed=3), f32(1, 3, seed=4), tolerance=LONG)
def singular_values(x, y, z, w, row):
    return ([svd_parts(a, full) for a in (x, y, z, w, row) for full in (True, False)],
            [jnp.linalg.svd(a, compute_uv=False, full_matrices=full) for a in (x, y, z, w, row) for full in (True, False)])


@case(c64(6, 4), c64(2, 4, 6, seed=1), tolerance=LONG)
def singular_values_of_complex_matrices(x, y):
    return [svd_parts(a, full) for a in (x, y) for full in (True, False)], jnp.linalg.svd(x, compute_uv=False)


@case(f32(6, 4), tolerance=LONG)
def singular_values_by_qr(x):
    return [lax.linalg.svd(x, compute_uv=False, algorithm=lax.linalg.SvdAlgorithm.QR)]


@case(f32(7, 4), f32(7, seed=1), f32(4, 7, seed=2), f32(4, 2, seed=3), tolerance=1e-3)
def least_squares(x, b, y, c):
    return jnp.linalg.lstsq(x, b), jnp.linalg.lstsq(y, c), jnp.linalg.pinv(x), jnp.linalg.pinv(y)


@case(f32(5, 5), f32(6, 4, seed=1), c64(4, 4, seed=2), tolerance=1e-3)
def norms_and_ranks(x, y, z):
    low = y @ y.T
    return (jnp.linalg.cond(x), jnp.linalg.norm(y, ord=2), jnp.linalg.norm(y, ord=-2), jnp.linalg.norm(z, ord="nuc"),
            jnp.linalg.matrix_rank(low), jnp.linalg.matrix_rank(jnp.zeros((3, 3))), jnp.linalg.matrix_norm(z, ord=2),
            jnp.linalg.pinv(symmetric(x), hermitian=True))


@case(f32(5, 5), c64(5, 5, seed=1), f32(2, 4, 4, seed=2), tolerance=1e-3)
def schur_forms(x, z, y):
    def parts(t, q):
        return q @ t @ jnp.conj(q).T, q @ jnp.conj(q).T, jnp.tril(t, -2)

    return parts(*jsl.schur(x)), parts(*jsl.schur(x, output="complex")), parts(*jsl.schur(z)), jnp.trace(lax.linalg.schur(y)[0], axis1=1, axis2=2)


@case(f32(5, 5), f32(3, 3, seed=1), tolerance=5e-3)
def functions_of_matrices(x, y):
    positive = x @ x.T + jnp.eye(5)
    return (jsl.sqrtm(positive), jsl.expm(y), jsl.polar(x), jsl.polar(x, method="svd"), jnp.linalg.matrix_power(y, 3),
            jsl.funm(positive / 4, jnp.exp))


@case(f32(6, 6), f32(2, 5, 5, seed=1), c64(5, 5, seed=2), f32(2, 2, seed=3), tolerance=LONG)
def hessenberg_forms(x, y, z, small):
    return (jsl.hessenberg(x, calc_q=True), jsl.hessenberg(y), jsl.hessenberg(z, calc_q=True), jsl.hessenberg(small, calc_q=True),
            lax.linalg.hessenberg(x))


@case(f32(6, 6), f32(2, 5, 5, seed=1), c64(5, 5, seed=2), tolerance=LONG)
def tridiagonal_forms(x, y, z):
    return [lax.linalg.tridiagonal(symmetric(a), lower=lower)[1:4] for a in (x, y, z) for lower in (True, False)]


@case(f32(7), f32(7, seed=1), f32(7, seed=2), f32(7, 3, seed=3), f32(2, 3, 5, seed=4), f32(2, 5, 2, seed=5), tolerance=LONG)
def tridiagonal_solutions(below, diagonal, above, b, batch, c):
    return (lax.linalg.tridiagonal_solve(below.at[0].set(0), diagonal + 4, above.at[-1].set(0), b),
            lax.linalg.tridiagonal_solve(below.at[0].set(0) * 3, diagonal, above.at[-1].set(0), b),
            lax.linalg.tridiagonal_solve(batch[:, 0].at[:, 0].set(0), batch[:, 1] + 5, batch[:, 2].at[:, -1].set(0), c),
            jsl.eigh_tridiagonal(diagonal, below[1:], eigvals_only=True))


@case(f32(6, 4), f32(4, 6, seed=1), c64(5, 5, seed=2), tolerance=LONG)
def pivoted_qr_factors(x, y, z):
    return (jsl.qr(x, pivoting=True), jsl.qr(x, mode="economic", pivoting=True), jsl.qr(y, pivoting=True), jsl.qr(z, pivoting=True))


@case(c64(6, 4), c64(4, 6, seed=1), c64(2, 5, 5, seed=2), c64(50, 40, seed=3), tolerance=LONG)
def complex_qr_factors(x, y, z, w):
    return (jnp.linalg.qr(x), jnp.linalg.qr(x, mode="complete"), jnp.linalg.qr(y), jnp.linalg.qr(z), jnp.linalg.qr(w))


@case(c64(6, 6), c64(7, 4, seed=1), c64(3, 8, seed=2), c64(50, 50, seed=3), c64(6, 2, seed=4), tolerance=LONG)
def complex_lu_factors(x, y, z, w, b):
    return (jsl.lu(x), jsl.lu(y), jsl.lu(z), jsl.lu_factor(x), jsl.lu_solve(jsl.lu_factor(x), b),
            jsl.lu_solve(jsl.lu_factor(x), b, trans=2), lax.linalg.lu(w + 8 * jnp.eye(50)), jnp.linalg.inv(x), jnp.linalg.det(x),
            jnp.linalg.slogdet(x), jnp.linalg.solve(x, b))


@case(f32(6, 4), f32(6, 3, seed=1), f32(3, 6, seed=2), c64(6, 4, seed=3), c64(6, 3, seed=4), tolerance=LONG)
def products_of_reflectors(x, b, c, z, d):
    def factors(a):
        h, tau = jnp.linalg.qr(a, mode="raw")
        return h.mT, tau

    return (lax.linalg.ormqr(*factors(x), b), lax.linalg.ormqr(*factors(x), b, transpose=True),
            lax.linalg.ormqr(*factors(x), c, left=False), lax.linalg.ormqr(*factors(z), d, transpose=True),
            lax.linalg.householder_product(*factors(x)), lax.linalg.symmetric_product(b, jnp.eye(6)))


@case(f32(5, 5), f32(6, 4, seed=1), f32(5, seed=2), c64(4, 4, seed=3), tolerance=5e-3)
def gradients_of_decompositions(x, y, b, z):
    weights = jnp.arange(5.0)
    return (jax.grad(lambda a: (jnp.linalg.eigvalsh(a) * weights).sum())(x),
            jax.grad(lambda a: (jnp.linalg.eigh(a)[1] ** 2 * weights).sum())(x),
            jax.grad(lambda a: (jnp.linalg.svd(a, compute_uv=False) * weights[:4]).sum())(y),
            jax.grad(lambda a: (jnp.linalg.svd(a, full_matrices=False)[0] ** 2 * weights[:4]).sum())(y),
            jax.grad(lambda a: jnp.linalg.pinv(a).sum())(y), jax.grad(lambda a: jnp.linalg.norm(a, ord="nuc"))(y),
            jax.grad(lambda a: (jnp.abs(jnp.linalg.eigvals(a))).sum())(x),
            jax.grad(lambda a: jnp.linalg.slogdet(a)[1])(z), jax.grad(lambda a: jnp.abs(jnp.linalg.qr(a)[1]).sum())(z),
            jax.jvp(jnp.linalg.eigvalsh, (symmetric(x),), (symmetric(x) + jnp.eye(5),)))


@case(f32(4, 3, 3), i32(4), tolerance=1e-3)
def mapped_decompositions(x, k):
    return (jax.vmap(lambda a: jnp.linalg.eigvalsh(a))(x), jax.vmap(lambda a: jnp.linalg.svd(a, compute_uv=False))(x),
            lax.map(lambda a: jnp.linalg.eigvalsh(symmetric(a)), x), jax.vmap(lambda a, n: jnp.linalg.eigvalsh(a)[n % 3])(x, k))


@case(f32(9, 4), tolerance=LONG)
def principal_components(x):
    centred = x - x.mean(0)
    _, s, vt = jnp.linalg.svd(centred, full_matrices=False)
    return s, jnp.abs(centred @ vt.T), jnp.abs(vt)
