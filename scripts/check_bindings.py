#!/usr/bin/env python3
"""Checks that the raw layers of the front ends match the headers and the op entries. --write renews them."""
import os
import sys

from common import ROOT, finish

sys.path.insert(0, os.path.join(ROOT, "bindings", "gen"))
import generate
from model import LLVM, Model

FOLDERS = {"julia": "bindings/julia/src/raw", "swift": "bindings/swift/Sources/Lazuli/Generated"}


def main():
    if not os.path.exists(os.path.join(LLVM, "bin", "llvm-tblgen")):
        finish("bindings", ["llvm-tblgen 19 is not installed; run 'scripts/lz setup'"])
    model, findings = Model(), []
    for language, folder in FOLDERS.items():
        if "--write" in sys.argv:
            for path in generate.write(os.path.join(ROOT, folder), generate.BACK_ENDS[language].files(model)):
                print(f"wrote {folder}/{path}")
            continue
        wanted = generate.BACK_ENDS[language].files(model)
        found = generate.written(os.path.join(ROOT, folder))
        findings += [f"{folder}/{path} is not what the headers and the op entries say; run 'scripts/lz bindings'"
                     for path in sorted(wanted.keys() | found.keys()) if wanted.get(path) != found.get(path)]
    finish("bindings", findings)


if __name__ == "__main__":
    main()
