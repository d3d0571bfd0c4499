"""Losses whose gradients are computed by Lazuli and by JAX, and must agree. Lazuli differentiates the program of the
loss."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from cases import LONG, Case, c64, f32, i32
from functions import IMAGE, KERNEL, convolve

GRADIENT_CASES: list[Case] = []


def loss(*arguments, tolerance=LONG):
    """Registers the decorated function, which returns a scalar, under its own name."""

    def register(function):
        GRADIENT_CASES.append(Case(function.__name__, function, list(arguments), tolerance))
        return function

    return register


def weigh(x):
    """A sum in which every element has a different weight."""
    return jnp.sum(x * jnp.cos(jnp.arange(x.size, dtype=jnp.float32)).reshape(x.shape))


def weigh_complex(z):
    return weigh(z.real) + weigh(z.imag * 0.5)


# --- complex numbers ---------------------------------------------------------------------------------------

@loss(c64(5, 7), c64(5, 7, seed=1))
def complex_arithmetic(x, y):
    return weigh_complex(x * y + x / (y + 3) - jnp.conj(x)) + weigh(jnp.abs(x)) + weigh(jnp.angle(y))


@loss(c64(30))
def complex_functions(x):
    return weigh_complex(jnp.exp(x) + jnp.log(x) * jnp.tanh(x * 0.3) + jnp.sqrt(x) + jnp.sin(x) / jnp.cos(x * 0.2) + jnp.square(x))


# arccosh gets the root of x, because for numbers with a negative real part JAX has the derivative of -acosh.
@loss(c64(30))
def complex_inverses(x):
    return weigh_complex(jnp.arcsin(x) + jnp.arccos(x * 2) * jnp.arcsinh(x) + jnp.arccosh(jnp.sqrt(x)) + jnp.arctan(x) + jnp.arctanh(x * 3)
                         + jnp.sinh(x) * jnp.cosh(x * 0.5))


@loss(c64(6, 8), c64(8, 5, seed=1), f32(5, seed=2))
def complex_products(x, y, r):
    return weigh(jnp.abs(x @ y + r)) + weigh_complex((x @ y).sum(axis=0) * lax.complex(r, -r))


@loss(c64(4, 5))
def complex_scan(x):
    total, rows = lax.scan(lambda s, row: (s * row + 1j, s), jnp.ones(5, jnp.complex64), x)
    return weigh_complex(total) + weigh(jnp.abs(rows))


# --- Fourier transforms ------------------------------------------------------------------------------------

@loss(c64(3, 14), c64(2, 37, seed=1))
def fourier(x, y):
    return weigh_complex(jnp.fft.fft(x) * jnp.fft.ifft(x)) + weigh_complex(jnp.fft.fft2(y) ** 2)


@loss(f32(4, 12), f32(2, 3, 15, seed=1))
def fourier_of_real_numbers(x, y):
    return weigh_complex(jnp.fft.rfft(x) ** 2) + weigh_complex(jnp.fft.rfftn(y)) + weigh(jnp.abs(jnp.fft.rfft(y)))


@loss(c64(4, 7), c64(2, 3, 5, seed=1))
def fourier_to_real_numbers(x, y):
    return (weigh(jnp.fft.irfft(x) ** 2) + weigh(jnp.fft.irfft(x, 13)) + weigh(jnp.fft.irfftn(y) ** 2) +
            weigh(jnp.fft.irfft2(y, (3, 9))))


@loss(f32(3, 40), f32(3, 11, seed=1))
def fourier_convolution(x, y):
    return weigh(jnp.fft.irfft(jnp.fft.rfft(x, 50) * jnp.fft.rfft(y, 50), 50) ** 2)


# --- elementwise -------------------------------------------------------------------------------------------

@loss(f32(5, 7), f32(5, 7, seed=1))
def arithmetic(x, y):
    return weigh((x + y) * (x - y) / (y * y + 1.0) - x)


@loss(f32(40))
def transcendental(x):
    p = jnp.abs(x) + 0.5
    return weigh(jnp.exp(x) + jnp.log(p) * jnp.tanh(x) + jnp.sqrt(p) * lax.rsqrt(p + 1) + jnp.sin(x) * jnp.cos(x))


@loss(f32(33, low=0.2))
def more_unary(x):
    return weigh(jnp.expm1(x) + jnp.log1p(x) + jnp.cbrt(x) + lax.erf(x) + jax.nn.sigmoid(x) + jnp.square(x) + jnp.tan(x / 4)
                 + jnp.floor(x) * x)


@loss(f32(6, 7, low=0.3), f32(6, 7, seed=1, low=0.3))
def power_atan2_remainder(x, y):
    return weigh(jnp.power(x, y) + jnp.arctan2(x, y) + jnp.fmod(3 * x, y + 1))


@loss(f32(6, 7), f32(6, 7, seed=1))
def extrema_and_select(x, y):
    return weigh(jnp.maximum(x, y) * jnp.minimum(x, 2 * y) + jnp.where(x > y, x * x, y) + jnp.clip(x, -1.0, 0.5))


def with_nan(x, *places):
    for place in places:
        x[place] = np.nan
    return x


# There are no reductions by maximum and minimum. Their gradient is NaN if JAX runs op by op, and 0
# if XLA compiles the whole program.
@loss(with_nan(f32(12), 0, 3, 7, 8), with_nan(f32(12, seed=1), 1, 3))
def choices_of_nan(x, y):
    pooled = lax.reduce_window(x, -jnp.inf, lax.max, (3,), (3,), "VALID")
    return (weigh(jnp.maximum(x, y)) + weigh(jnp.clip(x, -1.0, 0.5)) + weigh(jnp.where(jnp.arange(12) % 2 == 0, x, y)) +
            weigh(pooled) + weigh(jnp.sort(y)) + weigh(lax.top_k(x, 5)[0]) + weigh(jax.nn.relu(y)))


@loss(f32(4, 33))
def activations(x):
    return weigh(jax.nn.gelu(x) + jax.nn.silu(x) + jax.nn.softplus(x) + jax.nn.relu(x) * x)


@loss(f32(30, low=0.4, high=4.0))
def gamma_functions(x):
    return weigh(lax.lgamma(x) + lax.digamma(x) * 0.5 + jax.scipy.special.polygamma(2, x) * 0.1 + jax.scipy.special.zeta(2.5, x))


@loss(f32(30, low=-0.9, high=0.9))
def special_functions(x):
    return weigh(lax.erf_inv(x) + lax.bessel_i1e(x * 4) + lax.erfc(x * 2) + jnp.arcsinh(x * 3) * jnp.arctanh(x) + jnp.arcsin(x)
                 + jnp.arccos(x) * jnp.arccosh(x + 3) + jnp.sinh(x) * jnp.cosh(x))


@loss(f32(20))
def reduced_precision(x):
    return weigh(lax.reduce_precision(x, 8, 7) * x)


# --- shapes and reductions ---------------------------------------------------------------------------------

@loss(f32(2, 3, 5), f32(3, 2, seed=1))
def views(x, y):
    z = jnp.concatenate([x.transpose(2, 0, 1).reshape(5, 6), jnp.pad(y, ((1, 1), (2, 2)))], axis=0)
    return weigh(z[::-1, 1:6:2]) + weigh(lax.pad(x, 0.5, ((1, -1, 1), (0, 2, 0), (0, 0, 2))) ** 2)


@loss(f32(4, 5, 6))
def sums_and_extrema(x):
    return weigh(x.sum(1) * x.max(1)) + weigh(x.mean((0, 2)) * x.min((0, 2)))


@loss(f32(4, 5, low=0.5, high=1.5))
def product(x):
    return weigh(jnp.prod(x, axis=1))


@loss(f32(3, 4, 5))
def softmax(x):
    return weigh(jax.nn.softmax(x) * jax.nn.log_softmax(x, axis=1))


@loss(f32(6, 32), f32(32, seed=1), f32(32, seed=2))
def layer_norm(x, scale, offset):
    centered = x - x.mean(-1, keepdims=True)
    return weigh(centered * lax.rsqrt((centered**2).mean(-1, keepdims=True) + 1e-5) * scale + offset)


@loss(f32(6, 10), i32(6, high=10))
def cross_entropy(logits, labels):
    return -jnp.mean(jnp.sum(jax.nn.log_softmax(logits) * jax.nn.one_hot(labels, 10), axis=1))


@loss(f32(3, 12))
def cumulative_sum(x):
    return weigh(jnp.cumsum(x, axis=1) ** 2)


@loss(f32(3, 12))
def cumulative_extrema(x):
    return weigh(lax.cummax(x, axis=1) * x) + weigh(lax.cummin(x, axis=0, reverse=True) ** 2)


@loss(f32(3, 12, low=-1.5, high=1.5))
def cumulative_products(x):
    zeros = jnp.where(jnp.arange(12) == 5, 0.0, x)
    return weigh(lax.cumprod(x, axis=1)) + weigh(lax.cumprod(zeros, axis=1, reverse=True)) + weigh(lax.cumprod(x, axis=0) ** 2)


@loss(f32(5, 9), f32(5, 9, seed=1))
def sorts(x, y):
    few = jnp.round(y)
    return (weigh(jnp.sort(x) ** 2) + weigh(jnp.sort(x, axis=0, descending=True)) + weigh(lax.sort((few, x, y), num_keys=2)[2])
            + weigh(jnp.median(x, axis=1)))


@loss(f32(5, 40), f32(5, 3, seed=1))
def selections(x, y):
    values, places = lax.top_k(x, 3)
    return (weigh(values * y) + weigh(jnp.take_along_axis(x, places, axis=1) ** 2) + weigh(lax.approx_max_k(x, 4)[0] ** 2)
            + weigh(lax.approx_min_k(x, 2, reduction_dimension=0)[0]))


# --- contractions ------------------------------------------------------------------------------------------

@loss(f32(7, 9), f32(9, 5, seed=1), f32(5, 9, seed=2))
def matmuls(x, y, z):
    return weigh(x @ y) + weigh(x @ z.T) + weigh(x.T @ x)


@loss(f32(2, 3, 4, 5), f32(5, 3, 2, 6, seed=1))
def einsum(x, y):
    return weigh(jnp.einsum("abcd,dbae->cbe", x, y))


@loss(IMAGE, KERNEL)
def conv_same(x, k):
    return weigh(convolve(x, k) ** 2)


@loss(IMAGE, KERNEL)
def conv_strided_and_dilated(x, k):
    return weigh(convolve(x, k, (2, 3), "VALID")) + weigh(convolve(x, k, padding=((2, 1), (0, 3)), rhs_dilation=(2, 1)))


@loss(f32(2, 6, 7, 6), f32(3, 3, 2, 9, seed=1))
def conv_grouped(x, k):
    return weigh(convolve(x, k, feature_group_count=3))


@loss(IMAGE)
def pooling(x):
    largest = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    total = lax.reduce_window(x, 0.0, lax.add, (1, 3, 2, 1), (1, 2, 1, 1), "SAME")
    return weigh(largest) + weigh(total)


@loss(f32(7, 4), f32(3, 4, 5, seed=1), np.array([2, 0, 4], np.int32))
def ragged_products(x, w, sizes):
    return weigh(lax.ragged_dot(x, w, sizes) ** 2)


# --- indexing and control ----------------------------------------------------------------------------------

@loss(f32(9, 4), i32(5, 2, high=9))
def take(x, i):
    return weigh(x[i] ** 2)


@loss(f32(8, 3), i32(6, high=8), f32(6, 3, seed=1))
def scatter_add(x, i, y):
    return weigh(x.at[i].add(y) ** 2)


@loss(f32(7, 8), i32(2, low=0, high=4), f32(2, 3, seed=1))
def dynamic_slices(x, i, y):
    window = lax.dynamic_slice(x, (i[0], i[1]), (3, 4))
    return weigh(window**2) + weigh(lax.dynamic_update_slice(x, y, (i[1], i[0])) ** 2)


@loss(f32(4), f32(10, 4, seed=1), f32(4, 4, seed=2, low=-0.5, high=0.5))
def scan_recurrence(state, inputs, weights):
    def step(h, x):
        h = jnp.tanh(h @ weights + x)
        return h, h * x

    last, outputs = lax.scan(step, state, inputs)
    return weigh(last) + weigh(outputs)


@loss(f32(4, 4, low=-0.4, high=0.4))
def fori_loop(x):
    return weigh(lax.fori_loop(0, 5, lambda i, p: p @ x + jnp.eye(4) * i, jnp.eye(4)))


@loss(f32(5), np.int32(3))
def cond(x, n):
    return weigh(lax.cond(n > 2, lambda v: v * v, lambda v: jnp.sin(v), x))


# --- networks ----------------------------------------------------------------------------------------------

@loss(f32(20, 16, low=-0.3, high=0.3), f32(16), f32(16, 10, seed=1, low=-0.3, high=0.3), f32(10), f32(8, 20, seed=2),
      i32(8, high=10))
def mlp(w1, b1, w2, b2, x, labels):
    logits = jax.nn.relu(x @ w1 + b1) @ w2 + b2
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], 1))


@loss(f32(3, 3, 1, 4, low=-0.5, high=0.5), f32(3, 3, 4, 8, seed=1, low=-0.3, high=0.3), f32(72, 10, seed=2, low=-0.2, high=0.2),
      f32(2, 12, 12, 1, seed=3), i32(2, high=10))
def cnn(k1, k2, w, x, labels):
    def block(x, k):
        x = jax.nn.relu(convolve(x, k))
        return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")

    logits = block(block(x, k1), k2).reshape(2, -1) @ w
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], 1))


@loss(f32(2, 9, 3, 8), f32(2, 9, 3, 8, seed=1), f32(2, 9, 3, 8, seed=2))
def attention(q, k, v):
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(8.0)
    mask = jnp.tril(jnp.ones((9, 9), bool))
    return weigh(jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(jnp.where(mask, scores, -1e9)), v))


@loss(f32(40, 3), f32(50, 3, seed=1), f32(50, seed=2))
def kernel_matrix_vector(x, y, b):
    squares = jnp.sum((x[:, None] - y[None]) ** 2, -1)
    return weigh(jnp.sum(jnp.exp(-0.5 * squares) * b[None], 1))


@loss(f32(5), f32(5, 5, seed=1))
def gradient_of_gradient(x, a):
    energy = lambda x: jnp.sum(jnp.tanh(a @ x) ** 2)
    return weigh(jax.grad(energy)(x))


# --- linear algebra ----------------------------------------------------------------------------------------

@loss(f32(5, 5), f32(5, 3, seed=1))
def cholesky_and_triangles(x, b):
    factor = jnp.linalg.cholesky(x @ x.T + 4 * jnp.eye(5))
    return weigh(factor) + weigh(jax.scipy.linalg.solve_triangular(factor, b, lower=True, trans=1))


@loss(f32(8, 3), f32(8, seed=1), f32(seed=2, low=0.5, high=1.0))
def marginal_likelihood(x, y, scale):
    k = jnp.exp(-scale * jnp.sum((x[:, None] - x[None]) ** 2, -1)) + 0.1 * jnp.eye(8)
    factor = jax.scipy.linalg.cho_factor(k, lower=True)
    return 0.5 * y @ jax.scipy.linalg.cho_solve(factor, y) + jnp.log(jnp.diagonal(factor[0])).sum()
