"""Steps of 100 small ops that are dispatched one by one, as an interactive program does: sums of 6 elements, and 20 steps of a
recurrent cell. The value is read at the end of each step. JAX and PyTorch dispatch each op at once, `torch.lazy` and MLX record as
Lazuli does, and `torch.compile` has the step as one function."""
from harness.row import BENCH

VARIANTS = {"small-sums": ("sums",), "small-cell": ("cell",)}


def commands(what):
    arrays = [str(BENCH / "peers" / "small_arrays.py")]
    torch = [str(BENCH / "peers" / "small_torch.py"), what]
    return {"lazuli": ["bench_small", what], "jax": arrays + ["jax", what], "torch": torch,
            "torch.compile": torch + ["--compile"], "torch.lazy": torch + ["--lazy"],
            "mlx": arrays + ["mlx", what]}
