"""The mean cross-entropy of a language model, and its gradients with respect to the states and the table of all words.
The logits are the product of these matrices. Then follow log-softmax and the choice of the entry of the next word. The logits
take 103 MB, and need not be stored in memory."""
import numpy as np

from harness.row import EXP, Cost

STATES, FEATURES, WORDS = 512, 768, 50257
VARIANTS = {"vocabulary-loss": (False,), "vocabulary-gradients": (True,)}
SLOW = list(VARIANTS)


def arguments(random, gradients):
    return [random.standard_normal((STATES, FEATURES), dtype=np.float32),
            np.float32(0.05) * random.standard_normal((WORDS, FEATURES), dtype=np.float32),
            random.integers(0, WORDS, STATES).astype(np.int32)]


def in_jax(gradients):
    import jax
    import jax.numpy as jnp

    def loss(states, table, labels):
        likelihoods = jax.nn.log_softmax(states @ table.T, axis=-1)
        return -jnp.mean(jnp.take_along_axis(likelihoods, labels[:, None], axis=-1))

    def loss_and_gradients(*arguments):
        value, of_both = jax.value_and_grad(loss, argnums=(0, 1))(*arguments)
        return value, *of_both

    return loss_and_gradients if gradients else loss


def in_torch(wrap, gradients):
    import torch
    from torch.nn.functional import cross_entropy
    loss_of = wrap(lambda states, table, labels: cross_entropy(states @ table.T, labels))

    def loss(states, table, labels):
        if not gradients:
            return loss_of(states, table, labels.long())
        inputs = [a.detach().requires_grad_() for a in (states, table)]
        value = loss_of(*inputs, labels.long())
        return value.detach(), *torch.autograd.grad(value, inputs)

    return loss


def cost(gradients):
    return Cost(flops=2 * ((3 if gradients else 1) * FEATURES + EXP["float32"]) * STATES * WORDS)
