#!/usr/bin/env python3
"""Configures project/, which includes Lazuli by add_subdirectory, and checks which targets it would build.

usage: run.py --cmake CMAKE --lazuli SOURCE --work FOLDER [-- FLAGS OF CMAKE]
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def complaints(targets, tests):
    """What is wrong with the targets that ninja names and with ctest's list."""
    names = {line.split(":")[0] for line in targets.split("\n")}
    yield from (f"there is no target {name}" for name in ("host", "lazuli") if name not in names)
    prefixes = tuple(f"lazuli/{folder}/" for folder in ("tests", "examples", "bench"))
    yield from (f"{name} would be built" for name in sorted(names) if name.startswith(prefixes))
    if "Total Tests: 0" not in tests:
        yield f"ctest has tests of Lazuli: {tests}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cmake", required=True)
    parser.add_argument("--lazuli", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("flags", nargs="*")
    options = parser.parse_args()
    shutil.rmtree(options.work, ignore_errors=True)
    output(options.cmake, "-S", str(HERE / "project"), "-B", options.work, "-G", "Ninja",
           f"-DLAZULI_SOURCE={options.lazuli}", *options.flags)
    found = list(complaints(output("ninja", "-C", options.work, "-t", "targets", "all"),
                            output("ctest", "--test-dir", options.work, "-N")))
    print("\n".join(found) or "the library, and nothing else of Lazuli")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
