"""What the behaviours share."""
import os

import numpy as np


def expect(kind, text, call):
    try:
        call()
    except kind as error:
        assert text in str(error), error
        return
    raise AssertionError(f"no {kind.__name__} with '{text}'")


def has_cpu():
    return "cpu" in os.environ["JAX_PLATFORMS"]


def has_callbacks():
    """Callbacks put their operands on the CPU's client."""
    return has_cpu()


def on_cpu(f):
    import jax
    with jax.default_device(jax.devices("cpu")[0]):
        return f()


def same(f, tolerance=0.0):
    """Compares with the client of the CPU, if there is one."""
    import jax
    ours = jax.tree.leaves(f())
    if not has_cpu():
        jax.block_until_ready(ours)
        return
    for a, b in zip(ours, jax.tree.leaves(on_cpu(f))):
        np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=tolerance, atol=tolerance)


def resident():
    with open("/proc/self/statm", encoding="utf-8") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
