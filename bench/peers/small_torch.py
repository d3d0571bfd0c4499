"""bench_small in PyTorch: small_torch.py sums|cell [--compile | --lazy]. Eager unless it is said otherwise."""

import sys

import numpy as np
import torch

from serve import serve

what = sys.argv[1]
torch.set_num_threads(2)
torch.set_grad_enabled(False)
device = "cpu"
if "--lazy" in sys.argv:
    import torch._lazy
    import torch._lazy.ts_backend

    torch._lazy.ts_backend.init()
    device = "lazy"
rng = np.random.default_rng(1)


def draw(*shape):
    return torch.from_numpy(rng.random(shape, dtype=np.float32) / 10).to(device)


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
            h = torch.sqrt(x @ w + h @ u + b)
        return h


call = torch.compile(step) if "--compile" in sys.argv else step


def steps(n):
    for _ in range(n):
        call().cpu().numpy()


serve(steps)
