"""Runs the core programs. Each of them prints its own figures."""
import json
import os
import subprocess

from harness.row import BENCH
from harness.server import PINNED

# For each core program, its figures with their upper limits.
LIMITS = {
    "record": {"record_ns_per_op": 250, "cached_step_of_100_us": 30, "first_result_ms": 40},
    "launch": {"launch_ns": 2000, "queued_launch_ns": 4000},
    "chain": {"total_s": 60, "peak_mb": 2000},
    "pairwise": {},
    "host_call": {"host_call_ns": 1000, "run_of_a_call_beside_a_kernel_ns": 1000},
    "first": {"warm_ms": 3, "fresh_ms": 12, "found_ms": 1},
    "compile": {**{f"{row} {figure}": ms for figure, ms in (("cold_ms", 30), ("warm_ms", 16)) for row in (
        "adam-4m", "column-sum-squares", "gelu-bf16", "gelu-f32", "layer-norm", "pairwise-d1-f64", "pairwise-d10",
        "pairwise-d3", "rms-norm-residual", "sgemm-2048", "sgemm-512", "softmax", "transpose")},
        "mlp-step-1024 cold_ms": 150, "mlp-step-128 cold_ms": 150, "mlp-step-32 cold_ms": 150},
}


class Failed(Exception):
    """The program ended with an error."""


def flat(figures):
    """{"softmax": {"cold_ms": 17}} -> {"softmax cold_ms": 17}"""
    for name, value in figures.items():
        if isinstance(value, dict):
            yield from ((f"{name} {inner}", v) for inner, v in value.items())
            continue
        yield name, value


def run(name, programs, environment=None):
    """figure -> value of one run of bench_<name>."""
    arguments = sorted((BENCH / "rows").glob("*.mlir")) if name == "compile" else []
    out = subprocess.run([*PINNED, programs / f"bench_{name}", *arguments], capture_output=True, text=True,
                         env={**os.environ, **(environment or {})})
    if out.returncode != 0:
        raise Failed(out.stderr.strip())
    return dict(flat(json.loads(out.stdout)))
