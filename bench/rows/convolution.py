"""A 3x3 convolution with padding, channels last, and its gradients with respect to the image and the filter. Also a block of
a residual network in inference: two convolutions with scale and shift, ReLU and the sum with the block's input."""
import numpy as np

from harness.row import Cost

VARIANTS = {"conv3x3": ("forward",), "conv3x3-input-gradient": ("input",),
            "conv3x3-filter-gradient": ("filter",), "resnet-block": ("block",)}
BATCH, SIDE, CHANNELS = 8, 56, 64
TOLERANCE = 1e-4  # for sums of up to 25,088 products in another order


def arguments(random, kind):
    def image():
        return random.standard_normal((BATCH, SIDE, SIDE, CHANNELS), dtype=np.float32)

    def filters():
        return random.standard_normal((3, 3, CHANNELS, CHANNELS), dtype=np.float32) / 24

    if kind == "block":
        return [image(), filters(), filters(), *random.random((4, CHANNELS), dtype=np.float32)]
    # The gradient with respect to an operand does not need that operand.
    return {"forward": [image(), filters()], "input": [image(), filters()], "filter": [image(), image()]}[kind]


def in_jax(kind):
    import jax
    import jax.numpy as jnp
    from jax import lax

    def conv(x, w):
        return lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def by_input(g, w):
        return jax.linear_transpose(lambda x: conv(x, w), g)(g)[0]

    def by_filter(g, x):
        return jax.linear_transpose(lambda w: conv(x, w), jax.ShapeDtypeStruct((3, 3, CHANNELS, CHANNELS), g.dtype))(g)[0]

    def block(x, w1, w2, scale1, shift1, scale2, shift2):
        y = jnp.maximum(conv(x, w1) * scale1 + shift1, 0)
        return jnp.maximum(conv(y, w2) * scale2 + shift2 + x, 0)

    return {"forward": conv, "input": by_input, "filter": by_filter, "block": block}[kind]


def in_torch(wrap, kind):
    import torch
    from torch.nn.functional import conv2d, relu
    from torch.nn.grad import conv2d_input, conv2d_weight
    filters = (CHANNELS, CHANNELS, 3, 3)

    def inner(x):
        return x.permute(0, 3, 1, 2)  # PyTorch's channels_last has NHWC data

    def outer(x):
        return x.permute(0, 2, 3, 1).contiguous()

    def taps(w):
        return w.permute(3, 2, 0, 1)

    def conv(x, w):
        return conv2d(x, taps(w), padding=1)

    def by_input(g, w):
        return outer(conv2d_input(inner(g).shape, taps(w), inner(g), padding=1))

    def by_filter(g, x):
        return conv2d_weight(inner(x), filters, inner(g), padding=1).permute(2, 3, 1, 0).contiguous()

    def block(x, w1, w2, scale1, shift1, scale2, shift2):
        x = inner(x)
        y = relu(conv(x, w1) * scale1[:, None, None] + shift1[:, None, None])
        return outer(relu(conv(y, w2) * scale2[:, None, None] + shift2[:, None, None] + x))

    return wrap({"forward": lambda x, w: outer(conv(inner(x), w)), "input": by_input, "filter": by_filter,
                 "block": block}[kind])


def in_onednn(kind):
    return [] if kind == "block" else [kind, BATCH, SIDE, CHANNELS]


def cost(kind):
    return Cost(flops=(2 if kind == "block" else 1) * 2 * BATCH * SIDE * SIDE * 9 * CHANNELS * CHANNELS)
