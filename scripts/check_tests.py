#!/usr/bin/env python3
"""Checks that every op and every pass has a test. The places of the tests are:

  op            its entry has an example that uses the op, which a test parses and prints; an op with regions may be in
                tests/lit/hlo/ir instead, and MLIR has tests of its own ops
  elementwise   tests/ops/ElementwiseTest.cc tests all entries on all types that they name, so an op needs no file
  other kinds   tests/ops/cases/<name>.mlir uses the op: compiled results are compared with interpreted ones
  pass          tests/lit/hlo/passes/<name>.mlir runs lz-<name>
"""
import os
import re
import sys

from common import ROOT, finish, read, sources

sys.path.insert(0, os.path.join(ROOT, "impl/spec/gen"))
import gen_ops

PASS_NAME = re.compile(r'kName = "lz-([a-z-]+)"')
LLVM = "/usr/lib/llvm-19"


def exists(path):
    return os.path.exists(os.path.join(ROOT, path))


def uses(text, op):
    return re.search(rf"(?<![\w.])({re.escape(op.full)}|{re.escape(op.mnemonic)})(?!\w)", text) is not None


def check_op(op, round_trips):
    entry = f"impl/spec/ops/{op.family}: {op.name}"
    is_read = op.foreign or uses(op.example, op) or (op.regions and uses(round_trips, op))
    if not is_read:
        yield f"{entry}: its entry has no example that uses it"
    if op.kind == "elementwise":
        return
    case = f"tests/ops/cases/{op.name}.mlir"
    if not exists(case) or not uses(read(case), op):
        yield f"{entry}: no program of {case} uses it"


def check_passes():
    for path in sources(".cc"):
        if not path.startswith("impl/hlo/passes/"):
            continue
        for name in PASS_NAME.findall(read(path)):
            test = f"tests/lit/hlo/passes/{name}.mlir"
            if not exists(test) or f"--lz-{name}" not in read(test):
                yield f"{path}: {test} does not run --lz-{name}"


def main():
    ops, _ = gen_ops.load(f"{LLVM}/bin/llvm-tblgen", f"{LLVM}/include")
    round_trips = "".join(read(path) for path in sources(".mlir") if path.startswith("tests/lit/hlo/ir/"))
    finish("tests", [finding for op in ops for finding in check_op(op, round_trips)] + list(check_passes()))


if __name__ == "__main__":
    main()
