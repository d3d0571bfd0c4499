"""Functions of jax.numpy."""

import jax.numpy as jnp
import numpy as np

from cases import LONG, c64, case, f32, i32


# --- shapes and orders -------------------------------------------------------------------------------------

@case(f32(3, 4, 5), i32(6, 7))
def rolls_and_turns(x, i):
    return (jnp.roll(x, 2), jnp.roll(x, (1, -2), (0, 2)), jnp.rot90(i), jnp.rot90(x, 3, (0, 2)), jnp.fliplr(i),
            jnp.flipud(x))


@case(f32(2, 3), i32(3, low=1, high=4))
def repeats(x, counts):
    return (jnp.repeat(x, 3), jnp.repeat(x, 2, axis=1), jnp.repeat(x, counts, axis=1, total_repeat_length=7),
            jnp.tile(x, (2, 1, 3)), jnp.resize(x, (4, 5)))


@case(f32(2, 3, 4))
def axes(x):
    return (jnp.moveaxis(x, 0, 2), jnp.swapaxes(x, 1, 2), jnp.expand_dims(x, (0, 2)), jnp.squeeze(x[:1]),
            jnp.rollaxis(x, 2),
            jnp.ravel(x, order="F"), jnp.atleast_3d(x[0]))


@case(f32(4, 6), f32(4, 2, seed=1), f32(4, seed=2))
def stacks(x, y, v):
    return (jnp.hstack([x, y]), jnp.vstack([v, v]), jnp.dstack([x, x]), jnp.column_stack([v, x]), jnp.append(x, y, axis=1),
            jnp.block([[x, y], [y, x]]))


@case(f32(6, 8))
def splits(x):
    return (*jnp.split(x, 3), *jnp.split(x, [1, 4], axis=1), *jnp.array_split(x, 5, axis=1), *jnp.hsplit(x, 2))


@case(f32(3, 4), f32(5, seed=1))
def paddings(x, v):
    return (jnp.pad(x, 2, mode="edge"), jnp.pad(x, ((1, 2), (2, 1)), mode="reflect"), jnp.pad(x, 2, mode="symmetric"),
            jnp.pad(v, (3, 4), mode="wrap"), jnp.pad(v, 2, mode="linear_ramp", end_values=3.0), jnp.pad(v, 3, mode="mean"),
            jnp.pad(x, 1, mode="maximum"))


@case(f32(5, 5), f32(4, seed=1))
def diagonals(x, v):
    return (jnp.diag(v, 1), jnp.diag(x, -2), jnp.diagonal(x, 1), jnp.diagflat(v), jnp.trace(x), jnp.trace(x, -1),
            jnp.tril(x, 1),
            jnp.triu(x, -1), jnp.vander(v, 3))


@case(f32(4), f32(3, seed=1))
def grids(x, y):
    return (*jnp.meshgrid(x, y), *jnp.meshgrid(x, y, indexing="ij"), jnp.indices((2, 3)),
            *jnp.ix_(jnp.arange(3), jnp.arange(2)),
            jnp.mgrid[0:3, 1:4], jnp.fromfunction(lambda i, j: i * 2 + j, (3, 2)))


@case()
def ranges():
    return (jnp.logspace(0, 2, 7), jnp.geomspace(1.0, 16.0, 5), jnp.arange(3, 20, 4), jnp.linspace(2, 5, 4, endpoint=False),
            jnp.full((2, 3), 7), jnp.ones_like(jnp.zeros(3, jnp.int16)), jnp.identity(4), jnp.hanning(9), jnp.hamming(8),
            jnp.blackman(7), jnp.bartlett(6), jnp.kaiser(9, 3.0))


@case(i32(3, 4, high=9))
def triangles_of_indices(i):
    rows, columns = jnp.tril_indices(4, 0, 4)
    return rows, columns, *jnp.triu_indices(3, 1), i[:, columns], *jnp.unravel_index(i, (3, 5)), jnp.diag_indices(3)[0]


# --- choice ------------------------------------------------------------------------------------------------

@case(f32(5, 6), f32(5, 6, seed=1), i32(5, 6, high=3))
def choices(x, y, i):
    return (jnp.select([x > 1, y > 0], [x, y * 2], -1.0), jnp.choose(i, [x, y, x - y], mode="clip"),
            jnp.piecewise(x, [x < -1, x > 1], [lambda v: -v, lambda v: v * v, 0.5]), jnp.where(x > y, 1, i),
            jnp.extract(x > 0, x, size=20, fill_value=9.0), jnp.place(x, x > 1, jnp.array([7.0, 8.0]), inplace=False))


@case(f32(6, 5), i32(6, 5, low=-1, high=2))
def places(x, i):
    return (jnp.argwhere(x > 0.5, size=20, fill_value=-1), *jnp.nonzero(i, size=12),
            jnp.flatnonzero(i, size=9, fill_value=99),
            *jnp.where(i > 0, size=7), jnp.count_nonzero(i, axis=0), jnp.argmax(i, axis=1, keepdims=True))


@case(f32(4, 6, 3), i32(4, 2, 3, high=6), f32(4, 2, 3, seed=1))
def along_axes(x, i, y):
    return (jnp.take_along_axis(x, i, 1), jnp.put_along_axis(x, i[:, :1], y[:, :1], 1, inplace=False),
            jnp.take(x, i, axis=1),
            jnp.take(x, i - 3, axis=1, mode="wrap"), jnp.take(x, i * 3, axis=1, mode="fill", fill_value=-5.0))


@case(f32(7, 5, 3), i32(4, low=-7, high=7), i32(4, seed=1, high=5))
def advanced_indices(x, i, j):
    return (x[i], x[i, j], x[:, j, 1], x[i, :, 2], x[i[:, None], j[None, :]], x[..., -1], x[::-2, 1:4:2], x[None, 2],
            x[np.array([True] * 3 + [False] * 4)])


@case(f32(7, 5), i32(4, high=9), f32(4, 5, seed=1))
def indexed_updates(x, i, y):
    return (x.at[i].set(y, mode="drop"), x.at[i].min(y), x.at[i].multiply(y), x.at[:, 1::2].add(1.0),
            x.at[i].get(mode="fill", fill_value=0),
            x.at[1:3].divide(2.0), x.at[i].power(2.0), x.at[2, 3].apply(jnp.sin), x.at[::2].set(0.0),
            jnp.put(x, i, 3.0, inplace=False))


@case(i32(30, high=9), f32(30))
def tables(i, x):
    edges = jnp.array([-1.5, -0.2, 0.4, 1.0])
    return (jnp.digitize(x, edges), jnp.searchsorted(edges, x, side="right"),
            jnp.searchsorted(edges, x, method="compare_all"),
            jnp.histogram(x, edges)[0], *jnp.histogram(x, 4, (-2, 2), weights=x * x), jnp.bincount(i, x, length=10),
            *jnp.histogram2d(x, x[::-1], bins=3), jnp.histogram_bin_edges(x, 6))


@case(i32(20, high=9), i32(12, seed=1, high=12))
def sets(a, b):
    return (*jnp.unique(a, return_counts=True, size=9), jnp.intersect1d(a, b, size=9, fill_value=-1),
            jnp.union1d(a, b, size=20),
            jnp.setxor1d(a, b, size=20, fill_value=-1), jnp.isin(a, b, invert=True),
            jnp.setdiff1d(a, b, size=12, fill_value=0))


# --- sums and statistics -----------------------------------------------------------------------------------

@case(f32(5, 9), f32(5, 9, seed=1, low=0.1), tolerance=LONG)
def statistics(x, w):
    return (jnp.std(x, axis=0), jnp.var(x, ddof=1), jnp.average(x, weights=w, axis=1), jnp.ptp(x, axis=1), jnp.cov(x),
            jnp.cov(x, x[::-1], ddof=0),
            jnp.corrcoef(x), jnp.median(x, axis=0), jnp.mean(x, where=x > 0))


@case(f32(4, 11))
def percentiles(x):
    return [jnp.percentile(x, jnp.array([5.0, 43.0, 77.0]), axis=1, method=m) for m in ("linear", "lower", "higher",
            "nearest", "midpoint")]


@case(f32(5, 8))
def sums_without_nan(x):
    h = jnp.where(x > 1, jnp.nan, x)
    return (jnp.nansum(h), jnp.nanmean(h, axis=0), jnp.nanmax(h, axis=1), jnp.nanmin(h), jnp.nanstd(h),
            jnp.nanprod(h, axis=1), jnp.nancumsum(h, axis=1),
            jnp.nanargmax(h, axis=1), jnp.nanargmin(h), jnp.nan_to_num(h, nan=3.0))


@case(f32(4, 9), f32(9, seed=1))
def differences(x, v):
    return (jnp.diff(x), jnp.diff(x, n=2, axis=0), jnp.diff(v, prepend=0.0, append=v[:1]), jnp.ediff1d(v, 7.0, 8.0),
            *jnp.gradient(x), jnp.gradient(v, 0.5),
            jnp.trapezoid(x, dx=0.3), jnp.trapezoid(v, jnp.sort(v)), jnp.cumulative_sum(x, axis=1, include_initial=True),
            jnp.unwrap(v * 4))


@case(f32(3, 7), i32(3, 7, low=-9))
def folds(x, i):
    return (jnp.sum(x, initial=3.0, where=x > 0), jnp.prod(i, axis=0), jnp.max(x, initial=-1.0, where=x < 0),
            jnp.all(i > -3, axis=1), jnp.any(x > 1.9),
            jnp.cumprod(x, axis=1), jnp.maximum.accumulate(x, axis=1), jnp.add.reduce(i, axis=0),
            jnp.logaddexp.reduce(x, axis=1),
            jnp.multiply.outer(x[0], x[1]), jnp.add.at(x[0], jnp.array([1, 1]), 2.0, inplace=False))


@case(f32(12), f32(5, seed=1), tolerance=LONG)
def convolutions_of_numpy(x, k):
    return [f(x, k, mode=m) for f in (jnp.convolve, jnp.correlate) for m in ("full", "same", "valid")]


@case(f32(9), f32(6, seed=1), f32(6, seed=2))
def interpolations(x, t, y):
    t = jnp.sort(t)
    return (jnp.interp(x, t, y), jnp.interp(x, t, y, left=-9.0, right=9.0), jnp.interp(x, t, y, period=1.5))


@case(f32(5), f32(4, seed=1), f32(11, seed=2), tolerance=LONG)
def polynomials(p, q, x):
    return (jnp.polyval(p, x), jnp.polyadd(p, q), jnp.polysub(q, p), jnp.polymul(p, q), jnp.polyder(p),
            jnp.polyint(p, k=2), *jnp.polydiv(p, q))


# --- products ----------------------------------------------------------------------------------------------

@case(f32(4, 3), f32(4, 3, seed=1), tolerance=LONG)
def products(x, y):
    return (jnp.cross(x, y), jnp.kron(x, y), jnp.outer(x[0], y[1]), jnp.inner(x, y), jnp.vdot(x, y),
            jnp.tensordot(x, y, ((0,), (0,))),
            jnp.tensordot(x, y, 0), jnp.vecdot(x, y), jnp.matvec(x, y[0]), jnp.linalg.norm(x, axis=1),
            jnp.linalg.multi_dot([x, y.T, x]))


@case(f32(3, 4, 4), f32(4, 5, seed=1), f32(3, 5, seed=2), tolerance=LONG)
def more_einsums(a, b, c):
    return (jnp.einsum("bii->bi", a), jnp.einsum("bii->", a), jnp.einsum("bij,jk,bk->bi", a, b, c),
            jnp.einsum("...ij,jk->...ik", a, b),
            jnp.einsum("bij->jib", a), jnp.einsum("bk,ck->bc", c, c), jnp.einsum("bk,bk->b", c, c),
            jnp.einsum("i,j->ij", c[0], b[0]),
            jnp.einsum("bij,bjk,bkl->il", a, a, a))


# --- elementwise -------------------------------------------------------------------------------------------

@case(f32(40), f32(40, seed=1))
def elementwise_of_numpy(x, y):
    return (jnp.hypot(x, y), jnp.logaddexp(x, y), jnp.logaddexp2(x, y), jnp.copysign(x, y), jnp.heaviside(x, 0.5),
            jnp.fmax(x, y), jnp.fmin(x, y),
            jnp.floor_divide(x, y), jnp.remainder(x, y), jnp.float_power(jnp.abs(x), y), jnp.exp2(x), jnp.log2(jnp.abs(x)),
            jnp.log10(jnp.abs(x)),
            jnp.deg2rad(x), jnp.rad2deg(y), jnp.trunc(x), jnp.rint(x * 3), jnp.reciprocal(y), jnp.signbit(x),
            jnp.isclose(x, y, atol=0.3), jnp.sinc(x),
            jnp.i0(x))


@case(f32(33, low=-50, high=50))
def parts_of_floats(x):
    mantissa, exponent = jnp.frexp(x)
    fraction, whole = jnp.modf(x)
    quotient, rest = jnp.divmod(x, 3.0)
    return mantissa, exponent, fraction, whole, quotient, rest, jnp.ldexp(mantissa, exponent + 2), jnp.round(x,
            1), jnp.around(x, -1)


@case(i32(40, low=-1000, high=1000), i32(40, seed=1, low=1, high=60))
def integers_of_numpy(a, b):
    return (jnp.gcd(a, b), jnp.lcm(a, b), jnp.bitwise_count(a), jnp.left_shift(b, 3), jnp.right_shift(a, 2),
            jnp.bitwise_invert(a), *jnp.divmod(a, b),
            jnp.power(b, 3), jnp.abs(a), jnp.sign(a), jnp.clip(a, -9, 9), jnp.invert(a > 0), jnp.packbits(a.astype(bool)),
            jnp.unpackbits(b.astype(jnp.uint8)),
            a.astype(jnp.int16) * b.astype(jnp.int16), jnp.mod(a, -b), jnp.fmod(a, b))


@case(c64(6, 5), tolerance=2e-5)
def complex_of_numpy(z):
    return (jnp.angle(z), jnp.iscomplex(z), jnp.sort_complex(z[0]), jnp.cumsum(z, axis=0), jnp.prod(z, axis=1),
            jnp.sort(z),
            jnp.mean(z, axis=1), jnp.var(z), jnp.isnan(z), jnp.where(z.real > 1, z, 0),
            jnp.round(z, 1))


@case(f32(4, 4), i32(4, 4))
def logic(x, i):
    return (jnp.logical_xor(x > 0, i > 3), jnp.logical_not(i), jnp.array_equal(x, x), jnp.allclose(x, x + 1e-9),
            jnp.isfinite(x), jnp.isinf(1 / (x * 0)),
            jnp.isposinf(x), jnp.isneginf(-1 / (x * 0)), jnp.equal(x, i), jnp.array_equiv(i, i[:1]), jnp.iscomplexobj(x))


@case(f32(5, 7), f32(7, seed=1))
def applied_functions(x, v):
    return (jnp.apply_along_axis(lambda r: r.sum() * r, 1, x), jnp.vectorize(lambda a, b: a * b + 1)(x, v),
            jnp.apply_over_axes(jnp.sum, x, (0, 1)),
            jnp.vectorize(jnp.dot, signature="(n),(n)->()")(x, v))


@case(f32(6, 4), i32(6, 4, high=3))
def orders_of_numpy(x, i):
    return (jnp.sort(x, axis=0), jnp.argsort(i, axis=1, stable=True), jnp.lexsort((x[:, 0], i[:, 0])),
            jnp.partition(x, 2, axis=1), jnp.sort(x, axis=None),
            jnp.flip(jnp.sort(i)), jnp.argsort(x, axis=None), jnp.sort(i, descending=True))
