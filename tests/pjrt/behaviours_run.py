#!/usr/bin/env python3
"""Runs each behaviour of behaviours.py under JAX, in a process of its own that must exit with 0 and hold no object of
Lazuli at its end: with and without the CPU's client, and with and without Shardy.

    behaviours_run.py --python PYTHON --library PLUGIN --lazuli LIBRARY --package FOLDER [--only NAME] [--quick]
                                              exits with 77 if PYTHON has no jax; --quick runs one variant of each"""
import argparse
import itertools
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# Runs one behaviour, then ends the client and counts what is left.
PROGRAM = """
import ctypes, gc, sys
sys.path.insert(0, {here!r})
import behaviours
getattr(behaviours, {name!r})()
import jax
from jax._src import xla_bridge
jax.clear_caches(); gc.collect()
xla_bridge._clear_backends(); gc.collect()
count = ctypes.CDLL({lazuli!r}).lz_live_handles
count.restype = ctypes.c_int64
assert count() == 0, f"{{count()}} objects of Lazuli are left"
"""


def run(arguments, name, platforms, shardy):
    environment = dict(os.environ, JAX_PLATFORMS=platforms, LAZULI_PJRT_LIBRARY=arguments.library, LAZULI_CACHE="off",
                       JAX_USE_SHARDY_PARTITIONER=str(int(shardy)), PYTHONPATH=arguments.package)
    program = PROGRAM.format(here=HERE, name=name, lazuli=arguments.lazuli)
    result = subprocess.run([arguments.python, "-c", program], env=environment, capture_output=True, text=True, timeout=600,
                            check=False)
    if result.returncode != 0:
        print(f"FAILED {name} on {platforms}, Shardy {'on' if shardy else 'off'} (exit {result.returncode}):")
        print("\n".join(result.stderr.splitlines()[-8:]), flush=True)
    return result.returncode == 0


def names_of(python):
    program = "import behaviours; print(*[f.__name__ for f in behaviours.BEHAVIOURS])"
    return subprocess.run([python, "-c", program], cwd=HERE, capture_output=True, text=True, check=True).stdout.split()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("python", "library", "lazuli", "package"):
        parser.add_argument("--" + option, required=True)
    parser.add_argument("--only")
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    has_jax = [arguments.python, "-c", "import jax"]
    if not os.path.exists(arguments.python) or subprocess.run(has_jax, capture_output=True, check=False).returncode != 0:
        print(f"skipped: {arguments.python} has no jax; scripts/lz setup installs it")
        raise SystemExit(77)
    names = [name for name in names_of(arguments.python) if arguments.only in (None, name)]
    variants = list(itertools.product(names, ("lazuli", "lazuli,cpu"), (True, False)))
    if arguments.quick:
        variants = [(name, "lazuli,cpu", True) for name in names]
    failed = sum(not run(arguments, *variant) for variant in variants)
    print(f"{len(variants) - failed} of {len(variants)} runs of {len(names)} behaviours passed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
