"""A step of gradient descent of a classifier with two hidden layers, in the parameters' own memory."""
import numpy as np

from harness.row import Cost

VARIANTS = {"mlp-step-32": (32,), "mlp-step-128": (128,), "mlp-step-1024": (1024,)}
DONATED = {i: i for i in range(6)}
SIZES = (784, 512, 512, 10)
RATE = 0.01


def arguments(random, batch):
    values = []
    for inputs, outputs in zip(SIZES, SIZES[1:]):
        scale = np.float32(np.sqrt(2 / inputs))
        values += [random.standard_normal((inputs, outputs), dtype=np.float32) * scale,
                   np.zeros(outputs, np.float32)]
    return values + [random.random((batch, SIZES[0]), dtype=np.float32),
                     random.integers(0, SIZES[-1], batch).astype(np.int32)]


def in_jax(batch):
    import jax
    import jax.numpy as jnp

    def loss_of(p, x, labels):
        x = jnp.maximum(x @ p[0] + p[1], 0)
        x = jnp.maximum(x @ p[2] + p[3], 0)
        logits = x @ p[4] + p[5]
        return -jnp.mean(jnp.sum(jax.nn.log_softmax(logits) * jax.nn.one_hot(labels, SIZES[-1]), axis=1))

    def step(*inputs):
        loss, gradients = jax.value_and_grad(loss_of)(inputs[:6], *inputs[6:])
        return *[p - RATE * g for p, g in zip(inputs, gradients)], loss

    return step


def in_torch(wrap, batch):
    import torch
    from torch.nn.functional import cross_entropy

    def loss_of(p, x, labels):
        x = torch.relu(torch.addmm(p[1], x, p[0]))
        x = torch.relu(torch.addmm(p[3], x, p[2]))
        return cross_entropy(torch.addmm(p[5], x, p[4]), labels)

    loss_of = wrap(loss_of)

    def step(*inputs):
        p = [t.requires_grad_() for t in inputs[:6]]
        loss = loss_of(p, inputs[6], inputs[7].long())
        gradients = torch.autograd.grad(loss, p)
        with torch.no_grad():
            torch._foreach_add_(p, gradients, alpha=-RATE)
        return *p, loss.detach()

    return step


def cost(batch):
    weights = [a * b for a, b in zip(SIZES, SIZES[1:])]
    # Counts the forward pass, the gradients of the weights, and those of the inputs of all layers
    # except the first.
    return Cost(flops=2 * batch * (2 * sum(weights) + sum(weights[1:])))
