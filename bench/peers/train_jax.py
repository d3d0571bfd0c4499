"""bench_train in JAX: train_jax.py mlp|cnn BATCH. The whole step is one jitted function with donated parameters."""

import sys
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from serve import serve

network, batch = sys.argv[1], int(sys.argv[2])
rng = np.random.default_rng(1)
images = rng.random((batch, 28, 28, 1), dtype=np.float32)
labels = rng.integers(0, 10, batch).astype(np.uint8)


def draw(*shape):
    scale = np.sqrt(2 / np.prod(shape[:-1]))
    return [jnp.asarray(rng.normal(size=shape) * scale, jnp.float32), jnp.zeros(shape[-1], jnp.float32)]


def mlp(p, x):
    hidden = jax.nn.relu(x.reshape(batch, -1) @ p[0] + p[1])
    return hidden @ p[2] + p[3]


def block(x, kernel, bias):
    x = lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    x = jax.nn.relu(x + bias)
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def cnn(p, x):
    x = block(block(x, p[0], p[1]), p[2], p[3])
    return x.reshape(batch, -1) @ p[4] + p[5]


logits = mlp if network == "mlp" else cnn
parameters = draw(784, 512) + draw(512, 10) if network == "mlp" else draw(3, 3, 1, 16) + draw(3, 3, 16, 32) + draw(1568, 10)
state = [[jnp.zeros_like(p) for p in parameters] for _ in range(1 if network == "mlp" else 2)]


def loss_of(p, x, y):
    return -jnp.mean(jnp.sum(jax.nn.log_softmax(logits(p, x)) * jax.nn.one_hot(y, 10), axis=1))


@partial(jax.jit, donate_argnums=(0, 1))
def step(p, s, x, y):
    loss, g = jax.value_and_grad(loss_of)(p, x, y)
    if network == "mlp":
        s = [[0.9 * v + d for v, d in zip(s[0], g)]]
        return [w - 0.01 * v for w, v in zip(p, s[0])], s, loss
    m = [0.9 * a + 0.1 * d for a, d in zip(s[0], g)]
    v = [0.999 * a + 0.001 * d * d for a, d in zip(s[1], g)]
    return [w - 0.01 * a / (jnp.sqrt(b) + 1e-8) for w, a, b in zip(p, m, v)], [m, v], loss


def steps(n):
    global parameters, state
    for _ in range(n):
        parameters, state, loss = step(parameters, state, images, labels)
    float(loss)


serve(steps)
