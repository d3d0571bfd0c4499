#!/usr/bin/env python3
"""Runs the examples of this package and their C programs alternately, and compares the processor time of all threads.

  compare_examples.py --swift FOLDER --c FOLDER [--rounds N] [--repeats N] [--words N] [--only NAME]

FOLDER contains the programs: .build/release after `swift build --configuration release`, and the folder of the C examples in
a build of the repository. In each round, a program prints the median of its calls. The table shows the medians and minima over
the rounds. The ratio, Swift / C, is computed for each round, because other programs on the machine change its median least."""
import argparse
import os
import re
import statistics
import subprocess
import sys

MODES = ("lazy", "loops", "compiled")


def printed(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def wordseg_c(options, mode):
    """Returns [(name, milliseconds, ops)] of one run."""
    text = printed([os.path.join(options.c, "wordseg"), "--mode", mode, "--words", options.words, "--repeats", options.repeats])
    line = text.splitlines()[-1]
    milliseconds = [float(x) for x in re.findall(r"\( *([\d.]+)\)", line)]
    ops = line.split(")")[-1].split()[4:6]
    return list(zip(("score", "gradient"), milliseconds, map(int, ops)))


def wordseg_swift(options, mode):
    text = printed([os.path.join(options.swift, "WordSeg"), mode, "64", options.repeats, options.words])
    words = text.splitlines()[-1].split()
    return [("score", float(words[2]), int(words[3])), ("gradient", float(words[4]), int(words[5]))]


def resnet_c(options, _):
    text = printed([os.path.join(options.c, "resnet"), "--batch", "8", "--steps", options.repeats])
    return [("step", float(re.search(r"processor time +([\d.]+)", text)[1]), int(re.search(r"ops recorded +(\d+)", text)[1]))]


def resnet_swift(options, _):
    text = printed([os.path.join(options.swift, "ResNet"), "--batch", "8", "--steps", options.repeats])
    return [("step", float(re.search(r"([\d.]+) ms of all threads", text)[1]), int(re.search(r"(\d+) ops", text)[1]))]


PROGRAMS = [(f"wordseg {mode}", mode, wordseg_c, wordseg_swift) for mode in MODES] + [
    ("resnet", "", resnet_c, resnet_swift)]


def compare(options, name, mode, c, swift):
    rounds = [(c(options, mode), swift(options, mode)) for _ in range(options.rounds)]
    for i, (what, _, ops) in enumerate(rounds[0][0]):
        times = [(one[i][1], other[i][1]) for one, other in rounds]
        columns = [f"{statistics.median(t):8.2f} {min(t):8.2f}" for t in zip(*times)]
        ratio = statistics.median(swift / c for c, swift in times)
        print(f"{name + ', ' + what:26} {columns[0]} {columns[1]} {ratio:7.2f} {ops:9d} {rounds[0][1][i][2]:9d}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--swift", required=True)
    parser.add_argument("--c", required=True)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--repeats", default="20")
    parser.add_argument("--words", default="4")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    print("ms of all threads              C: median, min   Swift: median, min   ratio   ops of C  of Swift")
    for name, mode, c, swift in PROGRAMS:
        if name.startswith(options.only):
            compare(options, name, mode, c, swift)
    print("load", *(f"{x:.1f}" for x in os.getloadavg()))


if __name__ == "__main__":
    sys.exit(main())
