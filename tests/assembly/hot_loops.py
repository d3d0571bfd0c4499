#!/usr/bin/env python3
"""The hot loops of the bench's programs are vector code: no scalar float arithmetic, no call, no stack.

  hot_loops.py BENCH_COMPILE PROGRAM.mlir...     for each CPU class of CLASSES that runs here

A hot loop is an innermost loop that works on the widest registers of its class; a kernel needs one. Stack access is a
spilled register, 16(%rsp); a row that a kernel keeps between its sweeps, (%rsp,%rdi,4), is an array like others.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from assembly import innermost_loops

CLASSES = {"avx512": "zmm", "avx2": "ymm"}
FORBIDDEN = {
    "scalar float arithmetic": re.compile(r"^\s+v?(add|sub|mul|div|sqrt|min|max|fn?m(add|sub)\d+|cvt\w+2)s[sd]\b"),
    "a call": re.compile(r"^\s+call"),
    "stack access": re.compile(r"\(%rsp\)"),
}


def complaints(assembly, register):
    """(what, line) of each forbidden instruction of the hot loops."""
    hot = [loop for loop in innermost_loops(assembly) if any(register in line for line in loop)]
    if not hot:
        yield f"no loop uses {register} registers", ""
    for loop in hot:
        for what, pattern in FORBIDDEN.items():
            for line in filter(pattern.search, loop):
                yield what, f"in the loop at {loop[0]} {line.strip()}"


def compile_for(program, cpu, tool, folder):
    """The assembly of each kernel by name; None where this machine does not run the class."""
    env = {**os.environ, "LAZULI_CPU": cpu, "LAZULI_DUMP": str(folder)}
    done = subprocess.run([tool, "--once", program], env=env, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{program}: {done.stderr}")
    return {path.stem: path.read_text() for path in sorted(folder.glob("*/kernels/*.s"))}


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    flags, wrong, seen = pathlib.Path("/proc/cpuinfo").read_text(), 0, 0
    for cpu, register in CLASSES.items():
        if not re.search(rf"\b{'avx512bw' if cpu == 'avx512' else cpu}\b", flags):
            print(f"not run: this machine has no {cpu}")
            continue
        for program in sys.argv[2:]:
            with tempfile.TemporaryDirectory() as folder:
                kernels = compile_for(program, cpu, sys.argv[1], pathlib.Path(folder))
            for name, assembly in kernels.items():
                seen += 1
                for what, where in complaints(assembly, register):
                    wrong += 1
                    print(f"{pathlib.Path(program).stem}, {cpu}, {name}: {what} {where}")
    print(f"{seen} kernels, {wrong} complaints")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
