"""35 ordinary calls, as the first ones of a process. Prints the seconds that they took after the import of JAX."""
import time

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, random

begin = time.perf_counter()
key = random.key(0)
x = jnp.arange(12.0).reshape(3, 4)
results = [
    x + 1,
    jnp.eye(4),
    x[0],
    x[0, 0].item(),
    random.normal(key, (5,)),
    random.uniform(key, (3,)),
    random.split(key),
    random.permutation(key, 10),
    str(x),
    x.sum(),
    x.mean(axis=0),
    x.std(),
    x @ x.T,
    x.T,
    jnp.where(x > 3, x, 0),
    jnp.sort(x),
    jnp.argsort(x),
    lax.top_k(x, 2),
    jnp.cumsum(x),
    jnp.linspace(0, 1, 5),
    jnp.concatenate([x, x]),
    jnp.stack([x, x]),
    x.at[0].set(1),
    x[jnp.array([0, 2])],
    bool((x > 1).any()),
    jnp.arange(5) // 2,
    jnp.einsum("ij,kj->ik", x, x),
    jax.nn.softmax(x),
    jax.nn.relu(x),
    jax.grad(lambda v: (v**2).sum())(x),
    jax.vmap(lambda v: v.sum())(x),
    jax.jit(lambda v: v * v + 2)(x),
    lax.fori_loop(0, 5, lambda i, c: c + i, 0),
    lax.scan(lambda c, v: (c + v, c * v), 0.0, x[0]),
    np.asarray(jnp.maximum(x, 2)),
]
jax.block_until_ready(results)
print(time.perf_counter() - begin)
