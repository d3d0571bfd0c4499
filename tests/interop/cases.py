"""Registers the functions to check, with their arguments and tolerances."""

from dataclasses import dataclass
from typing import Callable

import jax.numpy as jnp
import numpy as np

SHORT = 1e-5  # of f32: a few roundings per result
LONG = 1e-4   # f32: long sums, and gradients through them
HALF = 2e-2   # 16-bit floats


@dataclass
class Case:
    name: str
    function: Callable
    arguments: list
    tolerance: float = SHORT
    platform: str | None = None  # None: the platform that runs


CASES: list[Case] = []


def f32(*shape, seed=0, low=-2.0, high=2.0):
    return np.random.default_rng(seed + 1).uniform(low, high, shape).astype(np.float32)


def i32(*shape, seed=0, low=0, high=8):
    return np.random.default_rng(seed + 1).integers(low, high, shape, dtype=np.int32)


def bf16(*shape, seed=0):
    return np.asarray(jnp.asarray(f32(*shape, seed=seed), jnp.bfloat16))


def c64(*shape, seed=0):
    return (f32(*shape, seed=seed) + 1j * f32(*shape, seed=seed + 100)).astype(np.complex64)


def case(*arguments, tolerance=SHORT, platform=None):
    """Registers the decorated function under its own name. JAX writes its program for `platform`, and computes the
    expected results on the platform of this process."""

    def register(function):
        if any(known.name == function.__name__ for known in CASES):
            raise ValueError(f"two cases are called {function.__name__}")
        CASES.append(Case(function.__name__, function, list(arguments), tolerance, platform))
        return function

    return register
