"""Lazuli in one process with PyTorch and JAX, which have compilers, thread pools and LLVMs of their own. Each computes the same
function twice, in the given order, and all must agree.

  neighbours.py lazuli,torch,jax [compile]      compile: PyTorch generates code, too"""
import math
import sys

import lazuli

VALUES = [-3, -1.5, -0.75, -0.25, 0, 0.5, 1, 2.5]


class Lazuli:
    def __init__(self):
        self.context = lazuli.Handle("context", "lz_context_create", None)
        self.device = lazuli.Handle("device", "lz_context_device", self.context, 0)

    def __call__(self):
        x = lazuli.from_host(self.device, (len(VALUES),), VALUES)
        y = lazuli.op("tanh", lazuli.op("multiply", x, x))
        return memoryview(lazuli.read(y)).cast("B").cast("f").tolist()


class Torch:
    def __init__(self):
        import torch
        self.values = torch.tensor(VALUES)
        self.function = lambda x: torch.tanh(x * x)
        if "compile" in sys.argv:
            self.function = torch.compile(self.function)

    def __call__(self):
        return self.function(self.values).tolist()


class Jax:
    def __init__(self):
        import jax
        self.values = jax.numpy.array(VALUES)
        self.function = jax.jit(lambda x: jax.numpy.tanh(x * x))

    def __call__(self):
        return self.function(self.values).tolist()


neighbours = {"lazuli": Lazuli, "torch": Torch, "jax": Jax}
wanted = [math.tanh(value * value) for value in VALUES]
made = {}
for name in sys.argv[1].split(",") * 2:
    made.setdefault(name, None)
    made[name] = made[name] or neighbours[name]()
    if max(abs(got - want) for got, want in zip(made[name](), wanted)) > 1e-6:
        sys.exit(f"{name} is wrong")
print(", ".join(made), "agree")
