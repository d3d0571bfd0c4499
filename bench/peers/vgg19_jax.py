"""VGG19 of bindings/julia/examples/vgg19.jl in JAX: vgg19_jax.py forward|gradient BATCH."""

import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from serve import serve

what, batch = sys.argv[1], int(sys.argv[2])
BLOCKS = (3, 64, 64), (64, 128, 128), (128, 256, 256, 256, 256), (256, 512, 512, 512, 512), (512, 512, 512, 512, 512)
rng = np.random.default_rng(1)


def draw(*shape):
    scale = np.float32(np.sqrt(2 / np.prod(shape[:-1])))
    return jnp.asarray(rng.standard_normal(shape, np.float32) * scale), jnp.zeros(shape[-1], jnp.float32)


convolutions = [[draw(3, 3, a, b) for a, b in zip(block, block[1:])] for block in BLOCKS]
dense = [draw(25088, 4096), draw(4096, 4096), draw(4096, 1000)]
images = jnp.asarray(rng.random((batch, 224, 224, 3), np.float32))


def forward(parameters, x):
    for block in parameters[0]:
        for kernel, bias in block:
            x = lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            x = jax.nn.relu(x + bias)
        x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    x = x.reshape(batch, -1)
    for weight, bias in parameters[1][:-1]:
        x = jax.nn.relu(x @ weight + bias)
    weight, bias = parameters[1][-1]
    return jax.nn.softmax(x @ weight + bias)


parameters = convolutions, dense
program = jax.jit(forward if what == "forward" else jax.grad(lambda p, x: jnp.sum(forward(p, x))))
start = time.perf_counter()
compiled = program.lower(parameters, images).compile()
seconds = time.perf_counter() - start


def steps(n):
    for _ in range(n):
        jax.block_until_ready(compiled(parameters, images))


serve(steps, seconds)
