"""Products of a large matrix with a vector, eight columns or sixteen columns, from the left or the right. Also products of
many short rows with sixteen columns. The large matrix must be read from memory only once."""
import numpy as np

from harness.row import Cost

VARIANTS = {"matrix-vector": (4096, 4096, 1, "right"), "vector-matrix": (4096, 4096, 1, "left"),
            "thin-right-8": (4096, 4096, 8, "right"), "thin-left-16": (4096, 4096, 16, "left"),
            "thin-short-16": (65536, 64, 16, "right")}


def arguments(random, rows, columns, thin, side):
    shape = (columns, thin) if side == "right" else (thin, rows)
    return [random.standard_normal((rows, columns), dtype=np.float32), random.standard_normal(shape, dtype=np.float32)]


def in_jax(rows, columns, thin, side):
    return (lambda a, x: a @ x) if side == "right" else (lambda a, x: x @ a)


def in_torch(wrap, rows, columns, thin, side):
    return wrap(in_jax(rows, columns, thin, side))


def in_onednn(rows, columns, thin, side):
    return ["product", rows, thin, columns] if side == "right" else []


def cost(rows, columns, thin, side):
    return Cost(read=4 * (rows * columns + (columns if side == "right" else rows) * thin),
                written=4 * thin * (rows if side == "right" else columns))
