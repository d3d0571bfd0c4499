"""Control flow and whole models that Lazuli and JAX must agree on."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from cases import LONG, case, f32, i32
from functions import avg_pool, convolve, layer_norm


# --- control flow ------------------------------------------------------------------------------------------

@case(f32(4), f32(10, 4, seed=1), f32(4, 4, seed=2, low=-0.5, high=0.5))
def scan_recurrence(state, inputs, weights):
    def step(state, x):
        state = jnp.tanh(weights @ state + x)
        return state, state.sum()

    return lax.scan(step, state, inputs)


@case(f32(3), f32(6, 3, seed=1), tolerance=LONG)
def scan_gradient(state, inputs):
    def loss(state, inputs):
        return lax.scan(lambda s, x: (jnp.sin(s) * x, s), state, inputs)[1].sum()

    return jax.grad(loss, argnums=(0, 1))(state, inputs)


@case(f32(5), np.int32(3))
def cond(x, n):
    return (lax.cond(n > 2, lambda x: x * 2, lambda x: x - 1, x),
            lax.switch(n, [lambda x: x + 1, jnp.sin, lambda x: -x], x))


@case(np.float32(100.0))
def while_newton(a):
    def unfinished(state):
        x, i = state
        return (jnp.abs(x * x - a) > 1e-3) & (i < 50)

    return lax.while_loop(unfinished, lambda s: ((s[0] + a / s[0]) / 2, s[1] + 1), (a, 0))


@case(f32(4, 4, low=-0.4, high=0.4))
def fori_matrix_power(x):
    return lax.fori_loop(0, 7, lambda i, y: y @ x + i, jnp.eye(4))


# --- models ------------------------------------------------------------------------------------------------

def mlp_loss(weights, x, labels):
    (w1, b1), (w2, b2) = weights
    hidden = jax.nn.relu(x @ w1 + b1)
    logits = hidden @ w2 + b2
    return -jnp.mean(jnp.sum(jax.nn.one_hot(labels, 10) * jax.nn.log_softmax(logits), axis=1))


@case(f32(20, 16, low=-0.3, high=0.3), f32(16), f32(16, 10, seed=1, low=-0.3, high=0.3), f32(10), f32(8, 20, seed=2),
      i32(8, high=10), tolerance=LONG)
def mlp_gradient(w1, b1, w2, b2, x, labels):
    return jax.value_and_grad(mlp_loss)(((w1, b1), (w2, b2)), x, labels)


@case(f32(20, 16, low=-0.3, high=0.3), f32(16, 10, seed=1, low=-0.3, high=0.3), f32(8, 20, seed=2), i32(8, high=10),
      tolerance=LONG)
def adam_step(w1, w2, x, labels):
    weights = (w1, w2)
    gradient = jax.grad(lambda w: mlp_loss(((w[0], 0.0), (w[1], 0.0)), x, labels))(weights)
    first = jax.tree.map(lambda g: 0.1 * g, gradient)
    second = jax.tree.map(lambda g: 0.001 * g * g, gradient)
    return jax.tree.map(lambda w, m, v: w - 0.01 * (m / 0.1) / (jnp.sqrt(v / 0.001) + 1e-3), weights, first,
                        second)


@case(f32(3, 3, 1, 4, low=-0.5, high=0.5), f32(3, 3, 4, 8, seed=1, low=-0.3, high=0.3),
      f32(72, 10, seed=2, low=-0.2, high=0.2), f32(4, 12, 12, 1, seed=3), i32(4, high=10), tolerance=LONG)
def cnn_gradient(k1, k2, w, x, labels):
    def loss(k1, k2, w):
        y = avg_pool(jax.nn.relu(convolve(x, k1)))
        y = lax.reduce_window(jax.nn.relu(convolve(y, k2)), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
        logits = y.reshape(4, -1) @ w
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], axis=1))

    return jax.value_and_grad(loss, argnums=(0, 1, 2))(k1, k2, w)


def attend(q, k, v):
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(q.shape[-1])
    mask = jnp.tril(jnp.ones(scores.shape[-2:], bool))
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(jnp.where(mask, scores, -1e9)), v)


@case(f32(2, 9, 3, 8), f32(2, 9, 3, 8, seed=1), f32(2, 9, 3, 8, seed=2), tolerance=LONG)
def attention(q, k, v):
    return attend(q, k, v)


@case(f32(1, 7, 2, 4), f32(1, 7, 2, 4, seed=1), f32(1, 7, 2, 4, seed=2), tolerance=LONG)
def attention_gradient(q, k, v):
    return jax.grad(lambda q, k, v: (attend(q, k, v) ** 2).sum(), argnums=(0, 1, 2))(q, k, v)


@case(f32(6, 16), f32(16, seed=1), f32(16, seed=2), tolerance=LONG)
def layer_norm_gradient(x, scale, offset):
    return jax.grad(lambda x, s, o: (layer_norm(x, s, o) ** 3).sum(), argnums=(0, 1, 2))(x, scale, offset)


@case(f32(40, 3), f32(50, 3, seed=1), f32(50, seed=2), tolerance=LONG)
def kernel_matrix_vector(x, y, b):
    distance = ((x[:, None, :] - y[None, :, :]) ** 2).sum(axis=-1)
    return (jnp.exp(-0.5 * distance) * b[None, :]).sum(axis=1), jnp.argmin(distance, axis=1)
