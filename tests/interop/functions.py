"""The functions of single ops that Lazuli and JAX must agree on; those of many are in models.py."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from cases import HALF, LONG, bf16, c64, case, f32, i32


# --- elementwise -------------------------------------------------------------------------------------------

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


@case(c64(7, 13), c64(7, 13, seed=1))
def complex_arithmetic(x, y):
    return x + y * 2j, x * y - 1, x / y, jnp.conj(x), jnp.abs(x), jnp.real(x) + jnp.imag(y), jnp.angle(x), x == y, jnp.square(x)


@case(c64(40))
def complex_functions(x):
    return (jnp.exp(x), jnp.expm1(x), jnp.log(x), jnp.log1p(x), jnp.sqrt(x), lax.rsqrt(x), jnp.sin(x), jnp.cos(x), jnp.tan(x),
            jnp.tanh(x), lax.logistic(x * 0.5), jnp.sign(x))


@case(c64(40), c64(40, seed=1), tolerance=2e-5)
def complex_powers(x, y):
    return x ** y, x ** 3, jnp.power(x, 0.5), lax.reciprocal(x)


@case(np.array([-4 + 0j, complex(-4, -0.0), 0j, 1e30 + 1e30j, complex(np.inf, 1), complex(-np.inf, -1), 1e-20 - 1e-20j], np.complex64))
def complex_edges(x):
    return jnp.sqrt(x), jnp.log(x), jnp.abs(x), jnp.tanh(x)


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


# --- shapes ------------------------------------------------------------------------------------------------

@case(f32(2, 3, 5))
def views(x):
    return (x.transpose(2, 0, 1), x.reshape(5, 6), x[:, ::-1, 1:4], x[1, 0:3:2], jnp.flip(x, (0, 2)),
            jnp.broadcast_to(x[:, :1], (4, 2, 3, 5)))


@case(f32(3, 4), f32(3, 2, seed=1))
def joining(x, y):
    return (jnp.concatenate([x, y, x], axis=1), jnp.stack([x[:, :2], y]), jnp.pad(x, ((1, 2), (0, 3))),
            lax.pad(x, 7.0, ((1, -1, 1), (-1, 2, 0))), jnp.tile(y, (2, 2)))


@case()
def sources():
    return jnp.arange(10), jnp.linspace(0.0, 1.0, 5), jnp.eye(3, 4), lax.iota(jnp.uint8, 300), jnp.tri(4)


# --- reductions --------------------------------------------------------------------------------------------

@case(f32(5, 7, 11), tolerance=LONG)
def sums(x):
    return x.sum(), x.sum(axis=0), x.sum(axis=2), x.sum(axis=(0, 2)), x.mean(axis=1), x.var(axis=-1)


@case(f32(5, 7, low=0.5, high=1.5))
def other_reductions(x):
    return x.max(axis=1), x.min(axis=0), x.prod(axis=1), (x > 1).any(axis=0), (x > 0.6).all(axis=1)


@case(f32(6, 9))
def arg_extrema(x):
    return jnp.argmin(x, axis=1), jnp.argmax(x, axis=0), jnp.argmax(x)


@case(f32(4, 37))
def softmax(x):
    return jax.nn.softmax(x), jax.nn.log_softmax(x, axis=0), jax.nn.logsumexp(x, axis=1)


@case(f32(6, 32), f32(32, seed=1), f32(32, seed=2))
def layer_norm(x, scale, offset):
    mean = x.mean(axis=-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + offset


@case(f32(3, 12), i32(12, high=5))
def cumulative(x, i):
    return jnp.cumsum(x, axis=1), jnp.cumprod(x, axis=0), lax.cummax(x, axis=1), jnp.cumsum(i)


@case(bf16(8, 100), tolerance=HALF)
def bfloat16_sum(x):
    return x.sum(axis=1)


# --- contractions ------------------------------------------------------------------------------------------

@case(f32(17, 23), f32(23, 9, seed=1), tolerance=LONG)
def matmul(x, y):
    return x @ y


@case(f32(23, 17), f32(9, 23, seed=1), f32(23, seed=2), tolerance=LONG)
def matmul_layouts(x, y, v):
    return x.T @ y.T, (y @ x).T, y @ v, v @ x, jnp.dot(v, v), jnp.outer(v, v)


@case(f32(3, 5, 7), f32(3, 7, 4, seed=1), tolerance=LONG)
def batch_matmul(x, y):
    return x @ y


@case(f32(2, 3, 4, 5), f32(5, 3, 2, 6, seed=1), tolerance=LONG)
def einsums(x, y):
    return (jnp.einsum("abcd,dbae->abce", x, y), jnp.einsum("abcd,dbae->ce", x, y),
            jnp.einsum("abcd->ca", x))


@case(bf16(9, 16), bf16(16, 5, seed=1), tolerance=HALF)
def bfloat16_matmul(x, y):
    return x @ y, jnp.matmul(x, y, preferred_element_type=jnp.float32)


@case(i32(6, 8, low=-9, high=9), i32(8, 3, seed=1, low=-9, high=9))
def integer_matmul(x, y):
    return x @ y


# --- convolutions and pooling ------------------------------------------------------------------------------

IMAGE = f32(2, 9, 10, 3)
KERNEL = f32(3, 3, 3, 8, seed=1)
NHWC = ("NHWC", "HWIO", "NHWC")


def convolve(x, k, strides=(1, 1), padding="SAME", **options):
    return lax.conv_general_dilated(x, k, strides, padding, dimension_numbers=NHWC, **options)


@case(IMAGE, KERNEL, tolerance=LONG)
def conv_same(x, k):
    return convolve(x, k)


@case(IMAGE, KERNEL, tolerance=LONG)
def conv_strided(x, k):
    return convolve(x, k, (2, 3), "VALID")


@case(IMAGE, KERNEL, tolerance=LONG)
def conv_dilated(x, k):
    return (convolve(x, k, rhs_dilation=(2, 1)),
            convolve(x, k, padding=((2, 1), (3, 0)), lhs_dilation=(2, 3)))


@case(f32(2, 6, 7, 6), f32(3, 3, 2, 9, seed=1), tolerance=LONG)
def conv_grouped(x, k):
    return convolve(x, k, feature_group_count=3)


@case(f32(2, 6, 7, 4), f32(3, 3, 1, 8, seed=1), tolerance=LONG)
def conv_depthwise(x, k):
    return convolve(x, k, feature_group_count=4)


@case(f32(2, 3, 8, 9), f32(5, 3, 2, 3, seed=1), tolerance=LONG)
def conv_nchw(x, k):
    return lax.conv_general_dilated(x, k, (1, 2), "VALID", dimension_numbers=("NCHW", "OIHW", "NCHW"))


@case(f32(2, 12, 3), f32(4, 3, 5, seed=1), tolerance=LONG)
def conv_1d(x, k):
    return lax.conv_general_dilated(x, k, (2,), "SAME", dimension_numbers=("NHC", "HIO", "NHC"))


@case(f32(2, 4, 5, 8), f32(3, 3, 3, 8, seed=1), tolerance=LONG)
def conv_transposed(x, k):
    return lax.conv_transpose(x, k, (2, 2), "SAME", dimension_numbers=NHWC, transpose_kernel=True)


@case(IMAGE, KERNEL, tolerance=LONG)
def conv_gradients(x, k):
    return jax.grad(lambda x, k: (convolve(x, k, (2, 1)) ** 2).sum(), argnums=(0, 1))(x, k)


@case(f32(3, 6, 7, 4), f32(3, 3, 2, 6, seed=1), tolerance=LONG)
def conv_grouped_gradients(x, k):
    return jax.grad(lambda x, k: (convolve(x, k, feature_group_count=2) ** 2).sum(), argnums=(0, 1))(x, k)


def max_pool(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 2, 1), (1, 2, 2, 1), "SAME")


def avg_pool(x):
    return lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4


@case(IMAGE)
def pooling(x):
    return max_pool(x), avg_pool(x)


@case(IMAGE)
def pooling_gradients(x):
    return jax.grad(lambda x: (max_pool(x) ** 2).sum())(x), jax.grad(lambda x: (avg_pool(x) ** 2).sum())(x)


# --- indexing ----------------------------------------------------------------------------------------------

@case(f32(9, 4), i32(5, 2, high=12))
def take(x, i):
    return jnp.take(x, i, axis=0, mode="clip"), x[i % 9], x[:, 2][i % 9]


@case(f32(5, 6), i32(5, 1, high=6))
def take_along_axis(x, i):
    return jnp.take_along_axis(x, i, axis=1)


@case(f32(7, 30), i32(7, 30, high=9))
def sorts(x, i):
    keys, values = lax.sort_key_val(i, x, dimension=0)
    return jnp.sort(x), jnp.argsort(-x, axis=0), keys, values


@case(i32(4, high=1 << 30))
def random_bits(i):
    seed = i.astype(jnp.uint32)
    pairs = [lax.rng_bit_generator(seed, shape, dtype, algorithm)
             for shape, dtype in (((3, 4), jnp.uint32), ((5, 7), jnp.uint32), ((9,), jnp.uint8), ((), jnp.uint16))
             for algorithm in (lax.RandomAlgorithm.RNG_THREE_FRY, lax.RandomAlgorithm.RNG_PHILOX)]
    return [part for pair in pairs for part in pair]


@case(i32(2, high=1 << 30))
def random_keys(i):
    """Of both kinds of keys: counters that JAX computes with plain ops, and those of rng_bit_generator."""
    def draws(kind):
        key = jax.random.wrap_key_data(jnp.tile(i.astype(jnp.uint32), 2 if kind == "rbg" else 1), impl=kind)
        a, b = jax.random.split(key)
        return (jax.random.uniform(a, (3, 5)), jax.random.bits(b, (7,)), jax.random.randint(a, (4, 4), 0, 99),
                jax.random.permutation(b, 10))

    return *draws("threefry2x32"), *draws("rbg")


@case(f32(7, 30), i32(7, 30, high=4))
def sorts_by_several_keys(x, i):
    few = jnp.round(x)
    return (lax.sort((few, i, x), num_keys=2), lax.sort((i, few, -x), num_keys=3, dimension=0),
            jnp.lexsort((x, i, few)), jnp.lexsort((few, i), axis=0))


@case(f32(40), i32(3, 9, high=4))
def sorts_in_other_directions(x, i):
    special = jnp.where(x > 1.5, jnp.nan, jnp.where(jnp.abs(x) < 0.5, x * 0, x))
    return (jnp.sort(special, descending=True), jnp.argsort(special, descending=True, stable=True),
            jnp.argsort(i, descending=True), jnp.argsort(x, stable=False), jnp.sort(i > 1), jnp.sort(-special))


@case(i32(50, high=20), f32(50))
def unique(i, x):
    few = jnp.round(x * 4)
    return (jnp.unique(i, size=25, fill_value=-1), *jnp.unique(few, return_index=True, return_inverse=True,
                                                               return_counts=True, size=20),
            jnp.unique(i.reshape(25, 2), axis=0, size=25, fill_value=0))


@case(f32(6, 500), i32(3, 80, low=-9, high=9))
def top_k(x, i):
    special = jnp.where(x > 1.99, jnp.nan, jnp.where(jnp.abs(x) < 1.9, x * 0, x))
    return (lax.top_k(x, 5), lax.top_k(i, 80), lax.top_k(special, 60), lax.top_k(x, 2, axis=0),
            lax.top_k(x.astype(jnp.bfloat16), 30), jax.vmap(lambda row: lax.top_k(row, 3)[1])(i))


@case(f32(6, 300))
def approximate_top_k(x):
    return (lax.approx_max_k(x, 5), lax.approx_min_k(x, 5), lax.approx_max_k(x, 2, reduction_dimension=0),
            lax.approx_min_k(x[0], 7))


@case(f32(4, 31))
def order_statistics(x):
    holes = jnp.where(x > 1.5, jnp.nan, x)
    return (jnp.median(x), jnp.median(x, axis=1), jnp.quantile(x, jnp.array([0.1, 0.5, 0.9]), axis=0),
            jnp.percentile(x, 30.0), jnp.nanmedian(holes, axis=1), jnp.nanquantile(holes, 0.25))


@case(f32(5, 40))
def partitions(x):
    places = jnp.argpartition(x, 7, axis=1)
    return jnp.partition(x, 7), jnp.sort(places[:, :7]), places[:, 7]


@case(f32(12), i32(12, high=9))
def searches(x, i):
    table = jnp.sort(x)
    return (jnp.searchsorted(table, x), jnp.isin(i, jnp.array([1, 5])), jnp.setdiff1d(i, jnp.array([2, 3]), size=9),
            jnp.union1d(i, i + 3, size=14), jnp.bincount(i, length=9), jnp.histogram(x, bins=5)[0])


@case(f32(5, 20), f32(5, 3, seed=1))
def top_k_gradient(x, y):
    def weighed(x):
        values, places = lax.top_k(x, 3)
        return (values * y).sum() + (jnp.take_along_axis(x, places, axis=1) ** 2).sum()

    return jax.value_and_grad(weighed)(x), jax.grad(lambda x: jnp.sort(x)[:, -2].sum())(x)


# --- Fourier transforms ------------------------------------------------------------------------------------

@case(c64(3, 16), c64(30, seed=1), c64(2, 101, seed=2), tolerance=2e-5)
def fourier(x, y, z):
    return [f(v) for v in (x, y, z) for f in (jnp.fft.fft, jnp.fft.ifft)]


@case(f32(3, 16), f32(45, seed=1), f32(2, 101, seed=2), c64(4, 9, seed=3), tolerance=2e-5)
def fourier_of_real_numbers(x, y, z, h):
    return (jnp.fft.rfft(x), jnp.fft.rfft(y), jnp.fft.rfft(z), jnp.fft.irfft(h), jnp.fft.irfft(h, 17), jnp.fft.fft(y),
            jnp.fft.hfft(h), jnp.fft.ihfft(x))


@case(c64(3, 6, 10), f32(4, 5, 6, seed=1), c64(4, 5, 4, seed=2), tolerance=2e-5)
def fourier_of_several_dimensions(x, r, h):
    return (jnp.fft.fft2(x), jnp.fft.ifft2(x), jnp.fft.fftn(x), jnp.fft.ifftn(x), jnp.fft.rfft2(r), jnp.fft.rfftn(r),
            jnp.fft.irfft2(h), jnp.fft.irfftn(h, (4, 5, 7)), jnp.fft.fftn(x, axes=(0, 1)), jnp.fft.fft(x, axis=0))


@case(c64(5, 12), f32(12), tolerance=2e-5)
def fourier_cut_and_continued(x, r):
    return (jnp.fft.fft(x, 7), jnp.fft.fft(x, 20), jnp.fft.rfft(r, 31), jnp.fft.fft(x, norm="ortho"),
            jnp.fft.ifft(x, norm="forward"), jnp.fft.fftshift(jnp.fft.fft(x), axes=1), jnp.fft.rfftfreq(12),
            jax.vmap(lambda row: jnp.fft.ifft(row)[::2])(x))


@case(f32(3, 200), f32(3, 31, seed=1), tolerance=LONG)
def fourier_in_programs(x, y):
    spectrum = jnp.fft.rfft(x - x.mean(axis=1, keepdims=True))
    return (jax.scipy.signal.fftconvolve(x[0], y[0]), jax.scipy.fft.dct(x), jax.scipy.fft.idctn(y),
            jnp.abs(spectrum) ** 2, jnp.fft.irfft(spectrum * jnp.exp(-jnp.arange(101.0) / 10), 200),
            jax.scipy.signal.stft(x[1], nperseg=32)[2])


@case(c64(4, 12), f32(3, 15, seed=1), c64(2, 3, 5, seed=2), tolerance=LONG)
def fourier_gradients(x, r, h):
    def weighed(z):
        return (z.real * jnp.cos(jnp.arange(z.size)).reshape(z.shape)).sum() + (jnp.abs(z) ** 2).sum()

    return (jax.grad(lambda x: weighed(jnp.fft.fft(x)))(x), jax.grad(lambda x: weighed(jnp.fft.ifft2(x)))(x),
            jax.grad(lambda r: weighed(jnp.fft.rfft2(r)))(r), jax.grad(lambda h: weighed(jnp.fft.irfft(h)))(h),
            jax.grad(lambda h: weighed(jnp.fft.irfftn(h)))(h))


@case(f32(7, 8), i32(2, low=-3, high=9))
def dynamic_slices(x, i):
    piece = lax.dynamic_slice(x, (i[0], i[1]), (3, 4))
    return piece, lax.dynamic_update_slice(x, piece * 2, (i[1], i[0]))


@case(f32(8, 3), i32(6, high=10), f32(6, 3, seed=1))
def at_set_and_add(x, i, y):
    return x.at[i].add(y), x.at[jnp.arange(6)].set(y), x.at[i, 1].max(y[:, 0]), x.at[2:5].multiply(3.0)


@case(f32(6, 10), i32(6, high=10))
def one_hot_loss_gradient(logits, labels):
    def loss(logits):
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], axis=1))

    return jax.value_and_grad(loss)(logits)


@case(f32(12, 5), i32(7, high=12), f32(7, 5, seed=1))
def embedding_gradient(table, i, y):
    return jax.grad(lambda table: (table[i] * y).sum())(table)
