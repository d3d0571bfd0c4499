"""Functions of single ops that Lazuli and JAX must agree on: shapes, reductions, contractions, convolutions, indexing."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from cases import HALF, LONG, bf16, case, f32, i32


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


@case(f32(3))
def empty_constant(x):
    return jnp.concatenate([x, np.zeros(0, np.float32)]), np.zeros((0, 3), np.float32) * x


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
