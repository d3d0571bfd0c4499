"""A large matrix times a vector, eight and sixteen columns, from either side: the matrix must come from memory once."""
import numpy as np

from harness.row import Cost

VARIANTS = {"matrix-vector": (1, "right"), "vector-matrix": (1, "left"), "thin-right-8": (8, "right"),
            "thin-left-16": (16, "left")}
SIZE = 4096


def arguments(random, columns, side):
    shape = (SIZE, columns) if side == "right" else (columns, SIZE)
    return [random.standard_normal((SIZE, SIZE), dtype=np.float32), random.standard_normal(shape, dtype=np.float32)]


def in_jax(columns, side):
    return (lambda a, x: a @ x) if side == "right" else (lambda a, x: x @ a)


def in_torch(wrap, columns, side):
    return wrap(in_jax(columns, side))


def in_onednn(columns, side):
    return ["product", SIZE, columns, SIZE] if side == "right" else []


def cost(columns, side):
    return Cost(read=4 * (SIZE * SIZE + SIZE * columns), written=4 * SIZE * columns)
