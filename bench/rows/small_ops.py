"""Steps of 100 small ops that are dispatched one by one, as in an interactive program: sums of 6 elements, and 20 steps of
a recurrent cell. The value is read at the end of each step. bench/peers/small.py says which libraries dispatch, record
or compile the step."""
from harness.row import BENCH

VARIANTS = {"small-sums": ("sums",), "small-cell": ("cell",)}


def commands(what):
    peers = {name: [str(BENCH / "peers" / "small.py"), name, what]
             for name in ("jax", "torch", "torch.compile", "torch.lazy", "mlx")}
    return {"lazuli": ["bench_small", what], **peers}
