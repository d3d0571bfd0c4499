#!/usr/bin/env python3
"""Runs rows of the bench: Lazuli, its peers and this machine's limits in turns, in one run.

  run.py [ROW...] [--peer NAME=PROGRAM ...] [--seconds S] [--json FILE] [--update] [--write-docs]
  run.py --decisions [ROW...] --peer jax=PROGRAM [--seconds S] [--json FILE] [--update] [--write-docs]
  run.py [ROW...] --against BUILD [--seconds S] [--json FILE]
  run.py --model [--random N] [--threads N] [--seconds S] [--json FILE] [--write-docs]
  run.py --calibrate [--cpu CLASS] [--seconds S]

A ROW is a name of rows/, a beginning of one, or record, launch, chain, pairwise, compile, first, host_call (programs with figures of their own).
NAME is jax, torch, torch.compile, torch.lazy, scipy, keops, keops-tuned, faiss or mlx and PROGRAM a Python that has it, or NAME is onednn and
PROGRAM bench_onednn. Rows that take long are run if they are named in full, or with --slow. A row is printed when results agree; ratios are peer / Lazuli, medians over the rounds. --decisions races the programs of rows/decisions, whose speed
depends on which ops are fused. It writes a table and a mean of its own. BUILD is a folder with another build of Lazuli. With
--against, each row is a race of both libraries, the ratios are other / this, and the status is 1 if a row is slower beyond noise.
--model compares the predictions of the cost model with measured times, for each kernel of all rows and of random programs.
--calibrate measures the constants of the model, of a class that this machine runs, beside those of its table.
"""
import argparse
import datetime
import json
import os
import pathlib
import sys

from harness import against, calibrate, core, model, report, row
from harness.docs import put_between
from harness.measure import PEERS, Disagrees, Options, measure
from harness.server import CORES, DidNotStart

ROOT = row.BENCH.parent


def run_core(name, programs):
    try:
        return [(name, figure, value, core.LIMITS[name].get(figure)) for figure, value in core.run(name, programs).items()]
    except core.Failed as reason:
        return [(name, "failed", str(reason), None)]


def chosen(words, rows, core_programs, slow):
    usual = [name for name, r in rows.items() if slow or not r.slow]
    if not words:
        return usual, core_programs
    found, programs = [], []
    for word in words:
        # A core program's name may also be the prefix of names of rows, which are then run, too.
        names = [n for n in rows if n == word] or [n for n in usual if n.startswith(word)]
        if not names and word not in core_programs:
            sys.exit(f"unknown row '{word}'; there are: {', '.join([*rows, *core_programs])}")
        found += names
        programs += [word] if word in core_programs else []
    return found, programs


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PROGRAM")
    parser.add_argument("--seconds", type=float, help="for each program of a row, in all rounds: 2; for each kernel: 0.1")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / "build" / "release" / "bench")
    parser.add_argument("--decisions", action="store_true", help="the programs of rows/decisions instead of the rows")
    parser.add_argument("--slow", action="store_true", help="also the rows that take long")
    parser.add_argument("--against", type=pathlib.Path, metavar="BUILD", help="race with the library of this build folder")
    parser.add_argument("--model", action="store_true", help="predicted and measured time of every kernel")
    parser.add_argument("--calibrate", action="store_true", help="the constants of the cost model")
    parser.add_argument("--cpu", default="host", metavar="CLASS", help="with --calibrate: x86-64-v2, avx2 or avx512")
    parser.add_argument("--random", type=int, default=200, metavar="N", help="with --model: N kernels of random programs")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="with --model: that run a kernel")
    parser.add_argument("--json", type=pathlib.Path, help="default: NAME.json in build/bench, of bench, decisions, against or model")
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
    if options.against and (options.peer or options.update or options.write_docs or options.neighbour):
        parser.error("--against races two builds and nothing else")
    if options.decisions and (options.write_programs or not any(p.startswith("jax=") for p in options.peer)):
        parser.error("--decisions needs --peer jax=PROGRAM, which writes its programs, and keeps none")
    name = "against" if options.against else "decisions" if options.decisions else "model" if options.model else "bench"
    options.json = options.json or ROOT / "build" / "bench" / f"{name}.json"
    options.seconds = options.seconds or (0.1 if options.model or options.calibrate else 2)
    return options


def measure_all(names, rows, options, settings):
    results = {}
    for name in names:
        try:
            results[name] = measure(rows[name], settings)
        except (Disagrees, DidNotStart, OSError, ValueError) as reason:
            results[name] = {"error": str(reason)}
        print(report.text_line(name, results[name]), flush=True)
        write_json(partly(options.json), {**head(options), "rows": results, "core": []})
        program = settings.work / name / "program.mlir"
        if options.write_programs and rows[name].text and "jax" in settings.peers and program.exists():
            rows[name].text.write_text(program.read_text())
    return results


def merge(old, run, order):
    """`run`, and the other rows of an earlier run."""
    if old["cpu"] != run["cpu"]:
        sys.exit(f"cannot update a run on another machine: {old['cpu']}")
    rows = {**old["rows"], **run["rows"]}
    measured = {c[0] for c in run["core"]}
    return {**run, "rows": {n: rows[n] for n in order if n in rows},
            "core": run["core"] + [c for c in old["core"] if c[0] not in measured]}


def head(options):
    return {"cpu": report.cpu_name(), "date": f"{datetime.date.today():%Y-%m-%d}", "seconds": options.seconds,
            "rounds": options.rounds}


def write_json(path, run):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(run, indent=1) + "\n")


def partly(path):
    """Returns the file in which each row is stored as soon as it is measured, so that `--update` can use the rows if
    the run ends early."""
    return path.with_suffix(".part.json")


def measure_rows(names, programs, rows, options, settings):
    """True if all rows have figures."""
    run = {**head(options), "rows": measure_all(names, rows, options, settings), "core": []}
    for name in programs:
        run["core"] += run_core(name, options.programs)
    for program, name, value, limit in run["core"]:
        print(f"{program:10} {name:36} {value:>12}" + (f"   limit {limit}" if limit else ""))
    if options.update and options.json.exists():
        run = merge(json.loads(options.json.read_text()), run, rows)
    write_json(options.json, run)
    partly(options.json).unlink(missing_ok=True)
    options.json.with_suffix(".svg").write_text(report.chart(run))
    if options.decisions:
        print(report.mean_line(run))
    if options.write_docs:
        report.write_docs(ROOT / "docs" / "performance.md", run, options.decisions)
    return not any("error" in run["rows"][n] for n in names)


def race_rows(names, programs, rows, options, settings):
    """True if no row is slower than with the other library."""
    builds = {"this": options.programs.parent, "other": options.against}
    libraries = {name: against.copy_of_library(build, settings.work / "libraries" / name) for name, build in builds.items()}
    races = {}
    for name in names:
        races |= against.race(rows[name], libraries, settings)
    for name in programs:
        races |= against.race_core(name, libraries, settings)
    write_json(options.json, {**head(options), "builds": {n: str(p) for n, p in builds.items()}, "races": races})
    print(report.race_summary(races))
    return all(r["word"] in ("same", "faster") for r in races.values())


def compare_with_model(options):
    try:
        run = {**head(options), **model.of_rows_and_random(options.programs, options.seconds, options.threads, options.random)}
    except model.Failed as reason:
        sys.exit(str(reason))
    print(model.text(run))
    write_json(options.json, run)
    options.json.with_suffix(".svg").write_text(model.scatter(run))
    if options.write_docs:
        docs = ROOT / "docs"
        (docs / "model.svg").write_text(model.scatter(run))
        put_between(docs / "performance.md", model.BEGIN, model.END, model.markdown(run, "model.svg"))


def main():
    options = arguments()
    if options.calibrate:
        print(calibrate.text(*calibrate.calibrate(options.programs, options.seconds, len(CORES), options.cpu)))
        return
    if options.model:
        compare_with_model(options)
        return
    rows = {name: r for name, r in row.load().items() if (r.family == "decisions") == options.decisions}
    names, programs = chosen(options.rows, rows, [] if options.decisions else list(core.LIMITS), options.slow)
    settings = Options(options.programs, dict(p.split("=", 1) for p in options.peer), ROOT / "build" / "bench",
                       options.seconds, options.rounds, options.keep_memory, options.neighbour)
    if os.getloadavg()[0] > 0.5:
        print(f"this machine is busy (load {os.getloadavg()[0]:.1f}): trust ratios only, and mind the spread", flush=True)
    run = race_rows if options.against else measure_rows
    sys.exit(not run(names, programs, rows, options, settings))


if __name__ == "__main__":
    main()
