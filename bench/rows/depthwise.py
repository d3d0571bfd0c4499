"""A 3x3 convolution of each channel alone, channels first or last. There are only nine products for each number that is
read and written, so memory is the limit."""
import numpy as np

from harness.row import Cost

VARIANTS = {"depthwise3x3": ("NCHW", "OIHW"), "depthwise3x3-last": ("NHWC", "HWIO")}
BATCH, SIDE, CHANNELS = 8, 56, 64
EXTENTS = {"N": BATCH, "C": CHANNELS, "H": SIDE, "W": SIDE}
TAPS = {"O": CHANNELS, "I": 1, "H": 3, "W": 3}


def arguments(random, image, taps):
    return [random.standard_normal([EXTENTS[d] for d in image], dtype=np.float32),
            random.standard_normal([TAPS[d] for d in taps], dtype=np.float32) / 3]


def in_jax(image, taps):
    from jax import lax
    return lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=(image, taps, image),
                                                 feature_group_count=CHANNELS)


def in_torch(wrap, image, taps):
    import torch
    from torch.nn.functional import conv2d
    if image == "NCHW":
        return wrap(lambda x, w: conv2d(x, w, padding=1, groups=CHANNELS))
    # PyTorch's channels_last is a view of data whose channels are last.
    return wrap(lambda x, w: torch.permute(conv2d(torch.permute(x, (0, 3, 1, 2)), torch.permute(w, (3, 2, 0, 1)),
                                                  padding=1, groups=CHANNELS), (0, 2, 3, 1)))


def cost(image, taps):
    size = 4 * BATCH * SIDE * SIDE * CHANNELS
    return Cost(read=size, written=size)
