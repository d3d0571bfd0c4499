"""A 3x3 convolution of each channel on its own, channels first: nine products for each number that is read and written,
so memory is the limit."""
import numpy as np

from harness.row import Cost

VARIANTS = {"depthwise3x3": ()}
BATCH, SIDE, CHANNELS = 8, 56, 64


def arguments(random):
    return [random.standard_normal((BATCH, CHANNELS, SIDE, SIDE), dtype=np.float32),
            random.standard_normal((CHANNELS, 1, 3, 3), dtype=np.float32) / 3]


def in_jax():
    from jax import lax
    return lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "SAME", feature_group_count=CHANNELS)


def in_torch(wrap):
    from torch.nn.functional import conv2d
    return wrap(lambda x, w: conv2d(x, w, padding=1, groups=CHANNELS))


def cost():
    size = 4 * BATCH * SIDE * SIDE * CHANNELS
    return Cost(read=size, written=size)
