"""Adam's update of four million parameters in their own memory."""
import numpy as np

from harness.row import Cost

VARIANTS = {"adam-4m": ()}
DONATED = {0: 0, 1: 1, 2: 2}
N = 1 << 22
RATE, B1, B2, EPSILON = 1e-3, 0.9, 0.999, 1e-8


def arguments(random):
    p, m, v, g = random.standard_normal((4, N), dtype=np.float32)
    return [p, m, v * v, g]


def in_jax():
    import jax.numpy as jnp

    def step(p, m, v, g):
        m = B1 * m + (1 - B1) * g
        v = B2 * v + (1 - B2) * g * g
        return p - RATE * m / (jnp.sqrt(v) + EPSILON), m, v

    return step


def in_torch(wrap):
    def step(p, m, v, g):
        m.mul_(B1).add_(g, alpha=1 - B1)
        v.mul_(B2).addcmul_(g, g, value=1 - B2)
        p.addcdiv_(m, v.sqrt().add_(EPSILON), value=-RATE)
        return p, m, v

    return wrap(step)


def cost():
    return Cost(read=4 * 4 * N, written=3 * 4 * N)
