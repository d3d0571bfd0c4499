#!/usr/bin/env python3
"""Checks that only impl/emit/target depends on machines. The rest of impl/emit asks emit/core/Target.h. It names no
intrinsic of an architecture and no CPU class, and includes no header of a machine.

Code that runs inside of an executable never asks for the class of the host. It uses the class for which its
program was compiled (CallSignature::cpu, TiledContraction::cpu, fft::Spec::cpu)."""
import re

from common import finish, read, sources

EMITTERS, TARGETS = "impl/emit/", "impl/emit/target/"
MACHINES = "x86|nvvm|nvptx|amdgcn|r600|spv|aarch64|arm|neon|sve|riscv|ppc|s390|wasm|loongarch|hexagon|mips"
NAMES = {
    "an intrinsic of one architecture": re.compile(rf"\bllvm\.(?:{MACHINES})\.[\w.]+"),
    "a CPU class": re.compile(r"\bMachineClass\b"),
    "the header of one machine": re.compile(r"#include \"emit/target/[^\"]+\""),
}


RUNNING = ("impl/exec/", "impl/contraction/", "impl/linalg/", "impl/fft/")
HOST = re.compile(r"\b(?:hostMachineClass(?:es)?|detectMachineClass|__builtin_cpu_supports)\b")


def findings_in(path, text):
    for number, line in enumerate(text.split("\n"), 1):
        for what, pattern in NAMES.items():
            if match := pattern.search(line):
                yield f"{path}:{number}: {match[0]} is {what}; ask a member of emit/core/Target.h"


def host_findings_in(path, text):
    for number, line in enumerate(text.split("\n"), 1):
        if match := HOST.search(line):
            yield f"{path}:{number}: {match[0]} asks for the machine; take the class of the program"


def self_test():
    named = ['call("llvm.x86.sse.sfence")', '"llvm.nvvm.read.ptx.sreg.tid.x"', "if (cpu == MachineClass::Avx2)",
             '#include "emit/target/X86.h"']
    fine = ['"llvm.launder.invariant.group"', "// AVX2: eight lanes", '#include "emit/core/Target.h"', "target.f32Lanes"]
    for line in named:
        assert list(findings_in("x.cc", line)), line
    for line in fine:
        assert not list(findings_in("x.cc", line)), line
    assert list(host_findings_in("x.cc", "runForClass(hostMachineClasses().back(), body);"))
    assert not list(host_findings_in("x.cc", "runForClass(signature.cpu, body);"))


def main():
    self_test()
    every = list(sources(".cc", ".h", ".inc"))
    emitters = [path for path in every if path.startswith(EMITTERS) and not path.startswith(TARGETS)]
    findings = [finding for path in emitters for finding in findings_in(path, read(path))]
    findings += [finding for path in every if path.startswith(RUNNING) for finding in host_findings_in(path, read(path))]
    finish("targets", findings)


if __name__ == "__main__":
    main()
