#!/usr/bin/env python3
"""Checks that include/lazuli/ops.h matches the op entries, and docs/api the headers."""
import os
import subprocess
import sys

import make_api
from common import ROOT, finish

TBLGEN = "/usr/lib/llvm-19/bin/llvm-tblgen"


def main():
    if not os.path.exists(TBLGEN):
        finish("generated", ["llvm-tblgen 19 is not installed; run 'scripts/lz setup'"])
    command = [sys.executable, os.path.join(ROOT, "impl/spec/gen/gen_ops.py"), "--tblgen", TBLGEN, "--include",
               "/usr/lib/llvm-19/include", "--check-header", os.path.join(ROOT, "include/lazuli/ops.h")]
    out = subprocess.run(command, capture_output=True, text=True)
    findings = (out.stdout + out.stderr).strip().split("\n") if out.returncode else []
    outdated = sorted(make_api.outdated(make_api.pages()))
    finish("generated", findings + [f"{path} is not what the headers say; run 'scripts/lz api'" for path in outdated])


if __name__ == "__main__":
    main()
