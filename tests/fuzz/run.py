#!/usr/bin/env python3
"""Fuzzes a reader: run.py TARGET OPS.json WORK [--seconds N] [--extension .mlir] [--seeds FOLDER...] [--bytecode |
--writer PROGRAM]

The seeds are texts: the files of tests/ and of the folders with this extension, cut at "// -----", and the
examples of the op entries. The dictionary consists of the words of these texts. With --bytecode, the target
converts the texts to bytecode, and the .bc files of the folders are added. All these seeds lack the magic number
of MLIR. With --writer, the program converts the texts. WORK keeps the corpus, the output, and the inputs that
made the target fail: crash-*, timeout-*, oom-*, leak-*. The last line of the output has the figures of the run.
If there is a failing input, its path is printed and the exit status is 1.
"""
import argparse
import collections
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MAX_BYTES = 8192
# Ten seconds and a gigabyte suffice for eight kilobytes of text.
LIMITS = ["-timeout=10", "-rss_limit_mb=2048", "-malloc_limit_mb=1024", f"-max_len={MAX_BYTES}"]
# The distribution's LLVM is not instrumented, so containers and arenas that are passed to it look
# as if they overflowed.
ASAN = "detect_container_overflow=0:detect_odr_violation=0:allow_user_poisoning=0:detect_leaks=1"
WORD = re.compile(r"[A-Za-z_][\w.]*")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("target")
    parser.add_argument("ops")
    parser.add_argument("work")
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--extension", default=".mlir", help="of the files that are seeds")
    parser.add_argument("--seeds", nargs="*", default=[])
    written = parser.add_mutually_exclusive_group()
    written.add_argument("--bytecode", action="store_true")
    written.add_argument("--writer", help="of the seeds")
    return parser.parse_args()


def wrap(example):
    """Returns a function around an example. The operands of the example become parameters of the first type in its
    text."""
    operands = dict.fromkeys(re.findall(r"%\w+", example.split("=", 1)[-1]))
    types = re.findall(r"tensor<(?:[^<>]|<[^<>]*>)*>", example)
    parameters = ", ".join(f"{o}: {types[0]}" for o in operands if types)
    return f"func.func @main({parameters}) {{\n  {example}\n  return\n}}\n"


def environment():
    return dict(os.environ, ASAN_OPTIONS=ASAN, UBSAN_OPTIONS="print_stacktrace=1")


def texts(folders, extension):
    for folder in [TESTS] + folders:
        for path in sorted(glob.glob(os.path.join(folder, "**", "*" + extension), recursive=True)):
            with open(path, encoding="utf-8", errors="replace") as file:
                # $T is the type in programs of tests/ops that are tested with several types.
                yield from re.split(r"^// -----.*$", file.read().replace("$T", "f32"), flags=re.M)


def bytecodes(writer, texts_folder, more):
    """Returns the seeds that a program makes from the texts in a folder, and further files. All lack the magic
    number of MLIR."""
    with tempfile.TemporaryDirectory() as written:
        subprocess.run([writer, "--write-seeds", texts_folder, written], env=environment(), check=True)
        paths = glob.glob(os.path.join(written, "*")) + more
        for path in sorted(paths):
            with open(path, "rb") as file:
                yield file.read().removeprefix(b"ML\xefR")


def write_seeds(seeds, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for seed in seeds:
        data = seed if isinstance(seed, bytes) else seed.encode()
        if 0 < len(data) <= MAX_BYTES:
            with open(os.path.join(folder, hashlib.sha1(data).hexdigest()), "wb") as file:
                file.write(data)


def write_dictionary(ops, seeds, path):
    """Names of ops and attributes, and the words that several seeds share."""
    words = {op["full_name"] for op in ops} | {a["name"] for op in ops for a in op["attributes"]}
    uses = collections.Counter(word for seed in seeds for word in set(WORD.findall(seed)))
    words |= {word for word, count in uses.items() if count >= 3}
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f'"{word}"\n' for word in sorted(words) if word.isascii())
    return len(words)


def figures(log):
    executed = re.findall(r"stat::number_of_executed_units:\s*(\d+)", log)
    covered = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)", log)
    edges, features, corpus = covered[-1] if covered else (0, 0, 0)
    return f"{executed[-1] if executed else 0} executions, corpus {corpus}, coverage {edges} edges {features} features"


def main():
    arguments = parse_arguments()
    work = os.path.abspath(arguments.work)
    seed_dir, corpus, dictionary = (os.path.join(work, name) for name in ("seeds", "corpus", "words.dict"))
    os.makedirs(corpus, exist_ok=True)
    with open(arguments.ops, encoding="utf-8") as file:
        ops = json.load(file)["ops"]
    seeds = list(texts(arguments.seeds, arguments.extension))
    if arguments.extension == ".mlir":
        seeds += [wrap(op["example"]) for op in ops if op["example"]]
    write_seeds(seeds, seed_dir)
    if arguments.writer:
        write_seeds(list(bytecodes(arguments.writer, seed_dir, [])), seed_dir)
    if arguments.bytecode:
        more = [path for folder in arguments.seeds for path in glob.glob(os.path.join(folder, "**", "*.bc"), recursive=True)]
        write_seeds(list(bytecodes(arguments.target, seed_dir, more)), seed_dir)
    count = write_dictionary(ops, seeds, dictionary)
    print(f"{len(os.listdir(seed_dir))} seeds, {count} words; {arguments.seconds} s", flush=True)

    command = [os.path.abspath(arguments.target), f"-max_total_time={arguments.seconds}", f"-dict={dictionary}",
               "-print_final_stats=1", f"-artifact_prefix={work}/"] + LIMITS + [corpus, seed_dir]
    log_path = os.path.join(work, "log.txt")
    with open(log_path, "w", encoding="utf-8") as log:
        status = subprocess.run(command, env=environment(), stdout=log, stderr=subprocess.STDOUT).returncode
    with open(log_path, encoding="utf-8", errors="replace") as file:
        log = file.read()
    found = re.findall(r"Test unit written to (\S+)", log)
    failed = bool(found) or status != 0
    if failed:
        print(log[-4000:])
    print(f"fuzz: {figures(log)}, {len(found)} crashes")
    if failed:
        sys.exit(f"fuzz: ended with status {status}; reproduce with {arguments.target} {' '.join(found)}\n"
                 f"fuzz: the output is in {log_path}")


if __name__ == "__main__":
    main()
