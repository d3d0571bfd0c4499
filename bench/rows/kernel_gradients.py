"""The gradients of sum_i c_i sum_j v e^(-|x_i - y_j|^2 / (2 s^2)) b_j with respect to x, y, b, the length scale s and the variance v.
They are sums over the dims of the table of all pairs. The table need not be stored in memory."""
import numpy as np

from harness.row import EXP, Cost

KINDS = {"d3": (3, "float32"), "d10": (10, "float32"), "d1-f64": (1, "float64")}
VARIANTS = {f"kernel-gradients-{kind}{suffix}": (*parameters, n)
            for suffix, n in (("", 10000), ("-4k", 4000)) for kind, parameters in KINDS.items()}
SLOW = [name for name in VARIANTS if name != "kernel-gradients-d3-4k"]
TOLERANCE = 1e-4  # for sums of up to 10^8 terms in another order


def arguments(random, d, dtype, n):
    normal = [random.standard_normal(shape).astype(dtype) for shape in ((n, d), (n, d), n, n)]
    return [*normal[:3], np.array(1.25, dtype), np.array(0.75, dtype), normal[3]]


def in_jax(d, dtype, n):
    import jax
    import jax.numpy as jnp

    def total(x, y, b, scale, variance, c):
        difference = x[:, None, :] - y[None, :, :]
        distance = jnp.sum(difference * difference, axis=2)
        return c @ (variance * jnp.exp(-0.5 * distance / scale ** 2) @ b)

    return jax.grad(total, argnums=(0, 1, 2, 3, 4))


def in_torch(wrap, d, dtype, n):
    import torch

    @wrap
    def total(x, y, b, scale, variance, c):
        difference = x[:, None, :] - y[None, :, :]
        distance = (difference * difference).sum(2)
        return c @ (variance * torch.exp(-0.5 * distance / scale ** 2) @ b)

    def gradients(*arguments):
        *inputs, c = arguments
        inputs = [a.detach().requires_grad_() for a in inputs]
        return torch.autograd.grad(total(*inputs, c), inputs)

    return gradients


def in_keops(d, dtype, n):
    """Each gradient is a separate sum over all pairs, as in KeOps' own reverse mode."""
    from pykeops.numpy import Genred

    names = [f"x = Vi({d})", f"y = Vj({d})", "b = Vj(1)", "s = Pm(1)", "v = Pm(1)", "c = Vi(1)"]
    value = "v * Exp(-SqDist(x, y) / (IntCst(2) * Square(s))) * b"
    sums = [Genred(f"Grad({value}, {name}, c)", names, reduction_op="Sum", axis=axis, dtype=dtype)
            for name, axis in (("x", 1), ("y", 0), ("b", 0), ("s", 1), ("v", 1))]

    def gradients(x, y, b, scale, variance, c):
        of_x, of_y, of_b, of_scale, of_variance = (
            each(x, y, b[:, None], scale.reshape(1), variance.reshape(1), c[:, None], backend="CPU") for each in sums)
        return of_x, of_y, of_b[:, 0], of_scale.sum(), of_variance.sum()

    return gradients


def cost(d, dtype, n):
    # The instructions for a pair: those of its weight (pairwise.py), the products of the weight with b and with c, two sums,
    # and the product of weight, b and c with the distance and, for x and for y, with each difference.
    return Cost(flops=2 * (2 * d + EXP[dtype] + 5 + 2 * d) * n * n, dtype="f32" if dtype == "float32" else "f64")
