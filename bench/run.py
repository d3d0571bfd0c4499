#!/usr/bin/env python3
"""Runs rows of the bench: Lazuli, its peers and this machine's limits in turns, in one run.

  run.py [ROW...] [--peer NAME=PROGRAM ...] [--seconds S] [--json FILE] [--update] [--write-docs]

A ROW is a name of rows/, a beginning of one, or record, chain, pairwise, compile (programs with figures of their own). NAME is
jax, torch or torch.compile and PROGRAM a Python that has it, or NAME is onednn and PROGRAM bench_onednn. A row is printed when
results agree; ratios are peer / Lazuli, medians over the rounds.
"""
import argparse
import datetime
import json
import os
import pathlib
import subprocess
import sys

from harness import report, row
from harness.measure import PEERS, Disagrees, Options, measure
from harness.server import DidNotStart

ROOT = row.BENCH.parent
# Figures of programs of their own, with what they must stay within.
CORE = {
    "record": {"record_ns_per_op": 250, "cached_step_of_100_us": 30, "first_result_ms": 40},
    "chain": {"total_s": 60, "peak_mb": 2000},
    "pairwise": {},
    "compile": {**{f"{row} {figure}": ms for figure, ms in (("cold_ms", 30), ("warm_ms", 16)) for row in (
        "adam-4m", "column-sum-squares", "gelu-bf16", "gelu-f32", "layer-norm", "pairwise-d1-f64", "pairwise-d10",
        "pairwise-d3", "rms-norm-residual", "sgemm-2048", "sgemm-512", "softmax", "transpose")},
        "mlp-step-1024 cold_ms": 150, "mlp-step-128 cold_ms": 150, "mlp-step-32 cold_ms": 150},
}


def flat(figures):
    """{"softmax": {"cold_ms": 17}} -> {"softmax cold_ms": 17}"""
    for name, value in figures.items():
        if isinstance(value, dict):
            yield from ((f"{name} {inner}", v) for inner, v in value.items())
            continue
        yield name, value


def run_core(name, programs):
    arguments = sorted((row.BENCH / "rows").glob("*.mlir")) if name == "compile" else []
    out = subprocess.run([programs / f"bench_{name}", *arguments], capture_output=True, text=True)
    if out.returncode != 0:
        return [(name, "failed", out.stderr.strip(), None)]
    return [(name, figure, value, CORE[name].get(figure)) for figure, value in flat(json.loads(out.stdout))]


def chosen(words, rows):
    if not words:
        return list(rows), list(CORE)
    found, core = [], []
    for word in words:
        # A core program's name is also the beginning of rows: its rows come along.
        names = [n for n in rows if n == word] or [n for n in rows if n.startswith(word)]
        if not names and word not in CORE:
            sys.exit(f"unknown row '{word}'; there are: {', '.join([*rows, *CORE])}")
        found += names
        core += [word] if word in CORE else []
    return found, core


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PROGRAM")
    parser.add_argument("--seconds", type=float, default=2, help="for each program of a row, in all rounds")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / "build" / "release" / "bench")
    parser.add_argument("--json", type=pathlib.Path, default=ROOT / "build" / "bench" / "bench.json")
    parser.add_argument("--neighbour", action="store_true",
                        help="also how much slower each is beside a process that spins on one of the cores")
    parser.add_argument("--update", action="store_true", help="keep what FILE has of other rows, of the same machine")
    parser.add_argument("--keep-memory", action="store_true", help="let the peers' malloc keep freed memory")
    parser.add_argument("--write-docs", action="store_true", help="put the table into docs/performance.md")
    parser.add_argument("--write-programs", action="store_true", help="renew rows/*.mlir from JAX")
    options = parser.parse_args()
    for peer in options.peer:
        if peer.split("=", 1)[0] not in PEERS or "=" not in peer:
            parser.error(f"--peer {peer}: NAME=PROGRAM with NAME one of {', '.join(PEERS)}")
    return options


def measure_all(names, rows, options, settings):
    results = {}
    for name in names:
        try:
            results[name] = measure(rows[name], settings)
        except (Disagrees, DidNotStart, OSError, ValueError) as reason:
            results[name] = {"error": str(reason)}
        print(report.text_line(name, results[name]), flush=True)
        program = settings.work / name / "program.mlir"
        if options.write_programs and "jax" in settings.peers and program.exists():
            rows[name].text.write_text(program.read_text())
    return results


def merge(old, run, order):
    """`run` with the other rows of an earlier one."""
    if old["cpu"] != run["cpu"]:
        sys.exit(f"cannot update a run on another machine: {old['cpu']}")
    rows = {**old["rows"], **run["rows"]}
    measured = {c[0] for c in run["core"]}
    return {**run, "rows": {n: rows[n] for n in order if n in rows},
            "core": run["core"] + [c for c in old["core"] if c[0] not in measured]}


def main():
    options = arguments()
    rows = row.load()
    names, core = chosen(options.rows, rows)
    settings = Options(options.programs, dict(p.split("=", 1) for p in options.peer), ROOT / "build" / "bench",
                       options.seconds, options.rounds, options.keep_memory, options.neighbour)
    if os.getloadavg()[0] > 0.5:
        print(f"this machine is busy (load {os.getloadavg()[0]:.1f}): trust ratios only, and mind the spread", flush=True)
    run = {"cpu": report.cpu_name(), "date": f"{datetime.date.today():%Y-%m-%d}", "seconds": options.seconds,
           "rounds": options.rounds, "rows": measure_all(names, rows, options, settings), "core": []}
    for name in core:
        run["core"] += run_core(name, options.programs)
    for program, name, value, limit in run["core"]:
        print(f"{program:10} {name:36} {value:>12}" + (f"   limit {limit}" if limit else ""))
    if options.update and options.json.exists():
        run = merge(json.loads(options.json.read_text()), run, rows)
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(run, indent=1) + "\n")
    options.json.with_suffix(".svg").write_text(report.chart(run))
    if options.write_docs:
        report.write_docs(ROOT / "docs" / "performance.md", run)
    sys.exit(any("error" in run["rows"][n] for n in names))


if __name__ == "__main__":
    main()
