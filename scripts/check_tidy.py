#!/usr/bin/env python3
"""Changed C++ files of the layers without MLIR have none of the mistakes that .clang-tidy lists.

Changed is what differs from where this branch left origin/main, and what git does not know yet. A file takes some four
seconds, one that speaks MLIR three times that, so only the former are looked at, and as many as fit into SECONDS; the last
line says how many were not. Nothing is looked at where there is no build/dev/compile_commands.json.

  check_tidy.py --all [FOLDER...]   all files of these folders, however long that takes"""
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import time

from common import ROOT, finish, sources

CLANG_TIDY = shutil.which("clang-tidy-19")
BUILD = os.path.join(ROOT, "build", "dev")
FOLDERS = ("impl/base/", "impl/spec/", "impl/runtime/", "impl/contraction/", "impl/exec/", "impl/memory/", "impl/lazy/",
           "impl/hlo/shape/", "impl/autodiff/", "capi/")
SECONDS, A_DAY = 10, 86400


def git(*words):
    out = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return out.stdout.split() if out.returncode == 0 else []


def changed():
    base = git("merge-base", "HEAD", "origin/main") or ["HEAD"]
    return set(git("diff", "--name-only", base[0]) + git("ls-files", "-o", "--exclude-standard"))


def tidy(path, end):
    """The findings in a file; None if the time was up, or it does not compile with what build/dev has generated."""
    left = end - time.monotonic()
    if left <= 0:
        return None
    try:
        out = subprocess.run([CLANG_TIDY, "--quiet", "-p", BUILD, path], cwd=ROOT, capture_output=True, text=True,
                             timeout=left)
    except subprocess.TimeoutExpired:
        return None
    if "[clang-diagnostic-error]" in out.stdout:
        return None
    if out.returncode == 0:
        return []
    return [line.replace(ROOT + "/", "") for line in out.stdout.split("\n") if " error: " in line] or [
        f"{path}: clang-tidy failed: {out.stderr.strip()[-300:]}"]


def look_at(paths, seconds):
    """(findings, how many were looked at)."""
    end = time.monotonic() + seconds
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda path: tidy(path, end), paths))
    done = [f for f in found if f is not None]
    return sorted({finding for findings in done for finding in findings}), len(done)


def main():
    everything = sys.argv[1:2] == ["--all"]
    folders = tuple(sys.argv[2:]) or FOLDERS
    if not CLANG_TIDY:
        finish("tidy", ["clang-tidy-19 is not installed; run 'scripts/lz setup'"])
    if not os.path.exists(os.path.join(BUILD, "compile_commands.json")):
        print("tidy: build/dev is not configured: nothing was looked at")
        return
    with open(os.path.join(BUILD, "compile_commands.json"), encoding="utf-8") as file:
        compiled = {os.path.relpath(entry["file"], ROOT) for entry in json.load(file)}
    paths = [p for p in sources(".cc") if p.startswith(folders) and p in compiled]
    if not everything:
        now = changed()
        paths = [p for p in paths if p in now]
    findings, count = look_at(paths, A_DAY if everything else SECONDS)
    if paths:
        print(f"tidy: looked at {count} of {len(paths)} " + ("files" if everything else "changed files"))
    finish("tidy", findings)


if __name__ == "__main__":
    main()
