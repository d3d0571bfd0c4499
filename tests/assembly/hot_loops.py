#!/usr/bin/env python3
"""Checks that the innermost loops of the bench's programs are vector code. A loop must contain no scalar arithmetic
on floats, no call, and no access to the stack.

  hot_loops.py BENCH_COMPILE OBJDUMP FILE...     FILE: a row's program (.mlir), or a part of the library (.o)

A program is compiled for each CPU class of CLASSES that this machine can run. In an object file, the functions
with a CPU class in their names are checked: the micro-kernels of contractions, and the dot products of
contractions with few rows. If a kernel has a loop, at least one of its innermost loops must use the widest
registers of the CPU class. The last elements of a row need no loop: a kernel computes them in one masked step,
and contractions use micro-kernels with fewer rows. An address such as 16(%rsp) is a spilled register. An address
such as (%rsp,%rdi,4) is an element of an array on the stack, such as a row that a kernel keeps between two loops,
and is allowed.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from assembly import functions, innermost_loops

CLASSES = {"avx512": "zmm", "avx2": "ymm"}
FORBIDDEN = {
    # Arithmetic, comparisons and conversions count; moves, broadcasts and vpminsd do not.
    "scalar float arithmetic": re.compile(r"^\s+(?!v?(mov|broadcast|p))v?(\w+s[sdh]|cvt\w*s[sdh]2\w+)\s"),
    "a call": re.compile(r"^\s+call"),
    "stack access": re.compile(r"\(%rsp\)"),
}
# Rows whose kernels have other innermost loops, and why.
EXCEPTIONS = {
    ("histogram-1m", "scatter_"): "an update is one element, and comes after the one before it",
    ("segment-sum-narrow", "scatter_"): "rows of three elements: masked vectors would wait for each other (StepCount.cc)",
    ("dot-s8-1024", "loop_convert_"): "16 lanes of i16 are half a register",
    ("dot-u8-1024", "loop_convert_"): "16 lanes of i16 are half a register",
    ("dot-s32-1024", "column_"): "on AVX2 one vector of a 64-bit product is spilled",
    ("cumsum-10m", "column_"): "blocks of 8 windows have 9 masks, more than there are registers for them",
    ("cumsum-10m", "reduce_"): "the sum of a block of 8 ends in one lane",
    ("kernel-gradients-d3-4k", "column_"): "on AVX2 the points, five sums and the constants of exp are more than 16 registers; "
                                           "the kernel takes 0.65 of the time of kernels that store the table",
    ("depthwise3x3", "column_"): "on AVX2 four vectors of sums and the inputs of a row of taps are more than 16 registers; "
                                 "the kernel takes 0.65 of the time of one with two vectors",
    ("sparse-process", "transpose_"): "a tile of 16 rows waits in registers to be turned, beside constants or another tile",
    ("kalman-filter", "loop_6"): "rows of 4 elements fill no register",
    ("kalman-filter", "reduce_"): "rows of 4 and 8 elements fill no register",
}
FRAME = re.compile(r"mov\w*\s+%rsp, %rbp")
IN_FRAME = re.compile(r"\(%rbp\)")


def complaints(assembly, register):
    """What is wrong with the loops of a function, one line for each finding."""
    loops = innermost_loops(assembly)
    if not any(register in line for loop in loops or [assembly.splitlines()] for line in loop):
        yield f"no loop uses {register} registers"
    forbidden = dict(FORBIDDEN)
    if FRAME.search(assembly):
        forbidden["access to the stack frame"] = IN_FRAME
    for loop in loops:
        for what, pattern in forbidden.items():
            for line in filter(pattern.search, loop):
                yield f"{what} in the loop at {loop[0]} {' '.join(line.split())}"


def is_of_one_point(path, assembly):
    """True if it has no loop, like the next key of a random generator."""
    return "units: 1; one thread" in path.with_suffix(".plan").read_text() and not innermost_loops(assembly)


def kernels_of(program, cpu, tool):
    """{name: assembly} of each kernel of a program."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "LAZULI_CPU": cpu, "LAZULI_DUMP": folder}
        done = subprocess.run([tool, "--once", program], env=env, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{program}: {done.stderr}")
        kernels = {path: path.read_text() for path in sorted(pathlib.Path(folder).glob("*/kernels/*.s"))}
        return {path.stem: text for path, text in kernels.items() if not is_of_one_point(path, text)}


def functions_of(path, cpu, objdump):
    """The same for each function of an object that is of this class."""
    command = [objdump, "-d", "--symbolize-operands", "--no-show-raw-insn", "--no-leading-addr", path]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {name: "\n".join(lines) for name, lines in functions(text).items() if cpu in name.lower()}


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    tool, objdump, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    flags, wrong, seen, excepted = pathlib.Path("/proc/cpuinfo").read_text(), 0, 0, 0
    for cpu, register in CLASSES.items():
        runs = re.search(rf"\b{'avx512bw' if cpu == 'avx512' else cpu}\b", flags)
        if not runs:
            print(f"not run: programs on {cpu}, which this machine does not have")
        for path in files:
            if path.endswith(".o"):
                found = functions_of(path, cpu, objdump)
            else:
                found = kernels_of(path, cpu, tool) if runs else {}
            for name, assembly in found.items():
                if any(pathlib.Path(path).stem == row and name.startswith(kernel) for row, kernel in EXCEPTIONS):
                    excepted += 1
                    continue
                seen += 1
                for complaint in complaints(assembly, register):
                    wrong += 1
                    print(f"{pathlib.Path(path).stem}, {cpu}, {name}: {complaint}")
    print(f"{seen} kernels and functions, {wrong} complaints; {excepted} exceptions")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
