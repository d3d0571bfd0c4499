#!/usr/bin/env python3
"""Checks that C and C++ sources are formatted as clang-format 19 formats them. Other versions differ. --fix rewrites
them."""
import concurrent.futures
import shutil
import subprocess
import sys

from common import ROOT, finish, sources

CLANG_FORMAT = shutil.which("clang-format-19") or "/usr/lib/llvm-19/bin/clang-format"


def misformatted(batch):
    out = subprocess.run([CLANG_FORMAT, "--dry-run", "-ferror-limit=1"] + batch, cwd=ROOT, capture_output=True,
                         text=True)
    return sorted({line.split(":")[0] for line in out.stderr.split("\n") if ": warning:" in line})


def main():
    files = sources(".h", ".cc", ".c")
    if "--fix" in sys.argv:
        subprocess.run([CLANG_FORMAT, "-i"] + files, cwd=ROOT, check=True)
        return
    batches = [files[i:i + 16] for i in range(0, len(files), 16)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        bad = [f for found in pool.map(misformatted, batches) for f in found]
    finish("format", [f"{f}: run 'scripts/lz format'" for f in bad])


if __name__ == "__main__":
    main()
