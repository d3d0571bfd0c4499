#!/usr/bin/env python3
"""Runs the tests of a front end with an installed Lazuli. Exit status 77: the language is not installed.

  run.py julia|swift --prefix PREFIX --vectors FILE --work FOLDER [--libdir lib] [--check WHAT]
  run.py losses --program mlp --work FOLDER

WHAT selects another run than the plain tests:

  bounds            Julia, with all array bounds checked
  single            Julia, with one thread instead of four; also runs all tests of which otherwise only a sample runs
  address, thread   Swift, with this sanitizer
  losses            only the network of examples/bindings in this language, whose losses must equal those of the C program
  refusals          Swift: the texts with which an optimized program ends after an invalid call

The tests get these environment variables:

  LAZULI_LIBRARY   the library; Swift finds it by pkg-config instead
  LAZULI_VECTORS   the table of bindings/vectors
  LAZULI_LOSSES    the folder with the output of examples/bindings/mlp.c, which `run.py losses` writes: losses.txt for
                   made-up images and, if the data set is installed, fashion_mnist.txt"""
import argparse
import os
import struct
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import toolchains

DATA = "/usr/share/datasets/fashion-mnist"
# The data that programs run on, by the name of the file with their output.
NETWORKS = (("losses", []), ("fashion_mnist", [DATA]))
STEPS = range(20, 201, 20)


def losses(options):
    """Checks that the losses of the network in C fall."""
    for name, arguments in NETWORKS:
        if arguments and not os.path.isdir(DATA):
            continue
        text = subprocess.run([options.program, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout
        words = [line.split() for line in text.splitlines()]
        values = [struct.unpack(">f", bytes.fromhex(line[3]))[0] for line in words]
        print(name, *values)
        if [int(line[1]) for line in words] != list(STEPS) or not values[-1] < 0.75 * values[0]:
            sys.exit(f"the losses do not fall:\n{text}")
        with open(os.path.join(options.work, name + ".txt"), "w", encoding="utf-8") as file:
            file.write(text)


def julia(options, env):
    env["JULIA_DEPOT_PATH"] = os.path.join(options.work, "julia")
    env["JULIA_NUM_THREADS"] = "1" if options.check == "single" else "4"
    if options.check == "single":
        env["LAZULI_SLOW"] = "1"
    package = os.path.join(ROOT, "bindings", "julia")
    checks = ["--check-bounds=yes"] if options.check == "bounds" else []
    program = "examples/mlp.jl" if options.check == "losses" else "test/runtests.jl"
    return [*toolchains.julia(env), *checks, f"--project={package}", os.path.join(package, program)]


def swift(options, env):
    product = {"losses": "MLP", "refusals": "Refusals"}.get(options.check)
    verb, sanitizer = ("build", "") if product else ("test", options.check)
    scratch = os.path.join(options.work, "swift-" + ("release" if product else options.check or "plain"))
    command = toolchains.swift(verb, os.path.join(ROOT, "bindings", "swift"), scratch,
                               os.path.join(options.work, "swift-cache"), sanitizer)
    if not product:
        return command
    subprocess.run([*command, "--configuration", "release", "--product", product], env=env, check=True)
    return [os.path.join(scratch, "release", product)]


def compare_losses(options, command, env):
    """Compares what the program prints with what the C program printed."""
    for name, arguments in NETWORKS:
        path = os.path.join(options.work, name + ".txt")
        if not os.path.exists(path):
            continue
        got = subprocess.run([*command, *arguments], env=env, check=True, stdout=subprocess.PIPE, text=True).stdout
        with open(path, encoding="utf-8") as file:
            wanted = file.read()
        if got != wanted:
            sys.exit(f"{name}: it printed\n{got}and C\n{wanted}")
        print(f"{name}: {len(wanted.splitlines())} losses are those of C")


# The end of the output of Refusals in bindings/swift/Tests, by its argument.
REFUSALS = {
    "bytes": "bytes for another shape",
    "dropout": "a probability of 2.0 to drop",
    "range": "a range without a stride has no end",
    "split": "5 elements are not 2 equal parts",
    "rows": "the rows of a tensor literal have different shapes",
    "branches": "no branch to choose",
}


def compare_refusals(command, env):
    for name, text in REFUSALS.items():
        ended = subprocess.run([*command, name], env=env, stderr=subprocess.PIPE, text=True)
        if ended.returncode == 0 or text not in ended.stderr:
            sys.exit(f"{name}: it ended with {ended.returncode} and '{ended.stderr}', not with '{text}'")
    print(f"{len(REFUSALS)} refusals say why")


def suite(options):
    library = os.path.join(options.prefix, options.libdir)
    env = dict(os.environ, LD_LIBRARY_PATH=library, PKG_CONFIG_PATH=os.path.join(library, "pkgconfig"), LAZULI_CACHE="off",
               LAZULI_LIBRARY=os.path.join(library, "liblazuli.so"), LAZULI_VECTORS=options.vectors, LAZULI_LOSSES=options.work)
    command = {"julia": julia, "swift": swift}[options.language](options, env)
    print("+", *command, flush=True)
    if options.check == "losses":
        return compare_losses(options, command, env)
    if options.check == "refusals":
        return compare_refusals(command, env)
    sys.exit(subprocess.run(command, env=env).returncode)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("language", choices=["julia", "swift", "losses"])
    for name, default in (("prefix", ""), ("libdir", "lib"), ("vectors", ""), ("program", ""), ("work", None), ("check", "")):
        parser.add_argument("--" + name, default=default, required=default is None)
    options = parser.parse_args()
    (losses if options.language == "losses" else suite)(options)


if __name__ == "__main__":
    main()
