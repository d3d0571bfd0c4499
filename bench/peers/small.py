"""bench_small in another library: small.py jax|mlx|torch|torch.compile|torch.lazy sums|cell. JAX and PyTorch dispatch each op at
once; MLX and `torch.lazy` record ops, and compute them when they are read; `torch.compile` has the step as one function."""

import sys

import numpy as np

from serve import serve

library, what = sys.argv[1:3]
wrap = read = lambda value: value
if library == "jax":
    import jax.numpy as arrays

    wrap = arrays.array
elif library == "mlx":
    import mlx.core as arrays

    wrap = arrays.array
else:
    import torch as arrays

    arrays.set_num_threads(2)
    arrays.set_grad_enabled(False)
    device = "cpu"
    if library == "torch.lazy":
        import torch._lazy
        import torch._lazy.ts_backend

        torch._lazy.ts_backend.init()
        device = "lazy"

    def wrap(values):
        return arrays.from_numpy(values).to(device)

    def read(tensor):
        return tensor.cpu()


rng = np.random.default_rng(1)


def draw(*shape):
    return wrap(rng.random(shape, dtype=np.float32) / 10)


if what == "sums":
    start, y = draw(6), draw(6)

    def step():
        x = start
        for _ in range(100):
            x = x + y
        return x
else:
    start, x, w, u, b = draw(6, 64), draw(6, 64), draw(64, 64), draw(64, 64), draw(6, 64)

    def step():
        h = start
        for _ in range(20):
            h = arrays.sqrt(x @ w + h @ u + b)
        return h


call = arrays.compile(step) if library == "torch.compile" else step


def steps(n):
    for _ in range(n):
        np.array(read(call()))


serve(steps)
