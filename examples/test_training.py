#!/usr/bin/env python3
"""Tests the demo on a small made-up data set. Losses have the same bits in two runs, for 1 and 2 threads, and op by op.
No program is compiled after the first epoch. Parameters and state are updated in place. Large buffers have lines of the
source. The picture is well-formed. Ctrl-C ends the demo with status 130.

  test_training.py FASHION_MNIST"""
import os
import re
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree


def train(program, folder, name, threads):
    losses, picture = os.path.join(folder, name), os.path.join(folder, name + ".svg")
    run = subprocess.run([program, "--synthetic", "--threads", str(threads), "--losses", losses, "--picture", picture],
                         capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"status {run.returncode}\n{run.stdout}{run.stderr}")
    ElementTree.parse(picture)
    with open(losses, encoding="utf-8") as f:
        return f.read().splitlines(), run.stdout


def check_losses(lines):
    for title in ("MLP", "CNN"):
        values = [float.fromhex(line.split()[2]) for line in lines if line.startswith(title)]
        if not values or not values[-1] < 0.8 * values[0]:
            sys.exit(f"the losses of the {title} do not fall: {values}")


def check_report(printed):
    later = re.findall(r"compiles .* (\d+) after it", printed)
    if later != ["0", "0"]:
        sys.exit(f"programs were compiled after the first epoch: {later}\n{printed}")
    outputs = re.findall(r"outputs: (\d+), .* in all, (\d+) of them in the memory of donated inputs", printed)
    # All outputs but the loss reuse memory. The mlp has 4 parameters with a momentum each, and the cnn has 6 parameters
    # with two means each.
    if outputs != [("9", "8"), ("19", "18")]:
        sys.exit(f"not all parameters are updated in place: {outputs}\n{printed}")
    if not re.search(r"dot_general at examples/fashion_mnist/networks\.c:\d+, thunks", printed):
        sys.exit(f"the memory report names no line of the network\n{printed}")


def check_op_by_op(program, folder):
    """Makes a few steps in which every op runs alone: at level strict the losses have the same bits."""
    losses = []
    for mode in ([], ["--op-by-op"]):
        path = os.path.join(folder, f"steps{len(mode)}")
        subprocess.run([program, "--synthetic", "--strict", "--steps", "5", "--losses", path, *mode], check=True,
                       stdout=subprocess.DEVNULL)
        with open(path, encoding="utf-8") as f:
            losses.append(f.read().splitlines())
    lazily, alone = losses
    if not lazily or lazily != alone:
        sys.exit(f"op by op, other losses than lazily:\n{lazily}\n{alone}")


def check_interrupt(program):
    run = subprocess.Popen([program, "--synthetic", "--steps", "1000000"], stdout=subprocess.PIPE, text=True)
    for line in run.stdout:
        if line.startswith("  epoch"):
            run.send_signal(signal.SIGINT)
            break
    rest, _ = run.communicate(timeout=60)
    if run.returncode != 130 or "interrupted" not in rest:
        sys.exit(f"interrupted, the program ended with status {run.returncode}:\n{rest}")


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        first, printed = train(program, folder, "first", 2)
        for name, threads in (("again", 2), ("one", 1)):
            other, _ = train(program, folder, name, threads)
            differ = [pair for pair in zip(first, other) if pair[0] != pair[1]]
            if differ or len(first) != len(other):
                sys.exit(f"{threads} threads: other losses, first {differ[:1]}")
        check_op_by_op(program, folder)
    check_losses(first)
    check_report(printed)
    check_interrupt(program)
    print(f"{len(first)} losses, equal in all runs")


if __name__ == "__main__":
    main()
