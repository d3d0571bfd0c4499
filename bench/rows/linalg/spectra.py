"""The rows of rows/spectra.py at the sizes and in the precision that they leave out."""
import numpy as np

from rows import spectra
from rows.spectra import TOLERANCE, arguments, cost, in_jax, in_scipy, in_torch

SIZES = (256, 512, 1024)
VARIANTS = {"eig-1024": ("eig", 1024, np.float32),
            **{f"{kind}-{size}-f64": (kind, size, np.float64) for kind in spectra.SIZES for size in SIZES}}
