"""The rows of rows/schur.py at the sizes and in the precision that they leave out."""
import numpy as np

from rows.schur import TOLERANCE, arguments, cost, in_jax, in_scipy

VARIANTS = {"schur-1024": (1024, np.float32), **{f"schur-{size}-f64": (size, np.float64) for size in (256, 512, 1024)}}
