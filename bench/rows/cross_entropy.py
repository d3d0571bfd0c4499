"""The mean cross-entropy of rows of logits, and its gradient with respect to them."""
import numpy as np

from harness.row import Cost

VARIANTS = {"cross-entropy-gradient": ()}
M, N = 4096, 1000


def arguments(random):
    return [random.standard_normal((M, N), dtype=np.float32), random.integers(0, N, M).astype(np.int32)]


def in_jax():
    import jax
    import jax.numpy as jnp

    def loss(logits, labels):
        return -jnp.mean(jnp.sum(jax.nn.log_softmax(logits) * jax.nn.one_hot(labels, N), axis=1))

    return jax.value_and_grad(loss)


def in_torch(wrap):
    import torch
    from torch.nn.functional import cross_entropy
    loss_of = wrap(lambda logits, labels: cross_entropy(logits, labels))

    def both(logits, labels):
        logits = logits.detach().requires_grad_()
        loss = loss_of(logits, labels.long())
        return loss.detach(), torch.autograd.grad(loss, logits)[0]

    return both


def cost():
    return Cost(read=4 * M * N, written=4 * M * N)
