#!/usr/bin/env python3
"""Runs every function that generate.py wrote, and the gradients of some, by lz-run, and prints a table.

usage: run.py --lz-run PATH --work DIRECTORY [--python PYTHON_WITH_JAX] [--only NAME] [--formats FORMAT...]
              [-- FLAGS OF LZ-RUN]

FORMAT is mlir (text, the default), or a format of generate.py: bytecode, portable, client, hlo, proto.

Exit status 0: all results are equal. 1: some differ. 77: there is no Python with jax, and ctest reports the test
as skipped.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent


# XLA, or JAX's client before it sends a program, changes the program in these formats. The text says why.
OTHERS = {"tpu_selections": ({"hlo", "proto"}, "PartialReduce, a call of the TPU, takes an iota, which is a broadcast in HLO"),
          "gradient_special_functions": ({"client", "hlo", "proto"},
                                         "the functions are expanded, and the expansion has no finite derivative")}


def find_python(given):
    """The first candidate that can import jax."""
    for python in (os.environ.get("LAZULI_JAX_PYTHON"), given):
        if python and shutil.which(python) and subprocess.run([python, "-c", "import jax"], capture_output=True).returncode == 0:
            return python
    return None


def run_case(case, format, options):
    work = options.work
    command = [options.lz_run, str(work / f"{case['name']}.{format}"), "--json",
               "--rtol", str(case["tolerance"]), "--atol", str(case["tolerance"])]
    if case["args"]:
        command += ["--args"] + [str(work / f) for f in case["args"]]
    command += ["--expect"] + [str(work / f) for f in case["expect"]]
    command += options.flags
    if "gradient" in case:
        command += ["--gradient", ",".join(map(str, case["gradient"]))]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        return json.loads(done.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError) as error:
        return {"status": "crashed", "message": f"{type(error).__name__}: {str(error)[:200]}"}


def row(case, result):
    worst = result.get("worst_error")
    error = f"abs {worst['abs']:.2g} ulp {worst['ulp']}" if worst else ""
    milliseconds = result.get("compile_ms", 0)
    return f"{case['name']:28} {result['status']:12} {milliseconds:8.1f} ms  {error}{result.get('message', '')[:160]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lz-run", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--python")
    parser.add_argument("--only")
    parser.add_argument("--formats", nargs="+", default=["mlir"], choices=["mlir", "bytecode", "portable", "client", "hlo", "proto"])
    parser.add_argument("flags", nargs="*")
    options = parser.parse_args()
    python = find_python(options.python)
    if not python:
        print("not run: no Python with jax; set LAZULI_JAX_PYTHON or make the virtual environment")
        return SKIPPED
    subprocess.run([python, str(HERE / "generate.py"), str(options.work)], check=True)
    manifest = json.loads((options.work / "manifest.json").read_text())
    cases = [c for c in manifest["cases"] if options.only in (None, c["name"])]
    all_failures = 0
    for format in options.formats:
        failures = 0
        others = {name: why for name, (formats, why) in OTHERS.items() if format in formats}
        for name in others.keys() & {case["name"] for case in cases}:
            print(f"{name:28} not run as {format}: {others[name]}")
        written = [case for case in cases if case["name"] not in others
                   and (options.work / f"{case['name']}.{format}").exists()]
        for case in written:
            result = run_case(case, format, options)
            failures += result["status"] != "equal"
            print(row(case, result), flush=True)
        without = f"; {len(cases) - len(written)} have no such form" if len(written) < len(cases) else ""
        print(f"{len(written) - failures} of {len(written)} functions equal to JAX {manifest['jax']}, read as {format}{without}")
        all_failures += failures
    return 1 if all_failures else 0


if __name__ == "__main__":
    sys.exit(main())
