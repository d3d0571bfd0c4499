#!/usr/bin/env python3
"""Checks that changed C++ files of the layers without MLIR have none of the mistakes that .clang-tidy lists.

A file is changed if it differs from the commit where this branch left origin/main, or if git does not know it
yet. On main itself, and without origin/main, the changes of the last commit count, too. A file takes about four
seconds, and a file that includes MLIR about twelve. So only files without MLIR are checked, as many as fit into
SECONDS. The last line says how many files were not checked. Without build/dev/compile_commands.json or
clang-tidy-19, no file is checked.

  check_tidy.py [SECONDS]           the changed files (10 s)
  check_tidy.py --all [FOLDER...]   all files of these folders, however long that takes"""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib

from check_layers import is_mlir_free, layer_of
from common import ROOT, finish, read, sources

CLANG_TIDY = shutil.which("clang-tidy-19")
BUILD = os.path.join(ROOT, "build", "dev")
COMMANDS = os.path.join(BUILD, "tidy")  # compile_commands.json of single files, made from that of the build
SECONDS, A_DAY = 10, 86400


def is_looked_at(path, config):
    """True if no file of its layer includes MLIR, by scripts/layers.toml."""
    return is_mlir_free(layer_of(path.removeprefix("impl/"), config["layers"]), config)


def git(*words):
    out = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return out.stdout.split() if out.returncode == 0 else []


def base_of(head, left_main_at, parent):
    """The commit to compare with: where a branch left main, or the parent of HEAD on main itself. The first commit has no
    parent."""
    if left_main_at and left_main_at != head:
        return left_main_at
    return parent or head


def changed():
    first = lambda words: words[0] if words else None
    base = base_of(first(git("rev-parse", "HEAD")), first(git("merge-base", "HEAD", "origin/main")),
                   first(git("rev-parse", "--verify", "--quiet", "HEAD~1")))
    return set(git("diff", "--name-only", base) + git("ls-files", "-o", "--exclude-standard")) if base else set()


def findings_of(path, out):
    """The findings in what clang-tidy printed. None if the file does not compile with what build/dev has generated."""
    if "[clang-diagnostic-error]" in out.stdout:
        return None
    if out.returncode == 0:
        return []
    return [line.replace(ROOT + "/", "") for line in out.stdout.split("\n") if " error: " in line] or [
        f"{path}: clang-tidy failed: {out.stderr.strip()[-300:]}"]


def single_commands(entries, text_of):
    """The commands of a build, with an entry for each file of a batch (cmake/LazuliLibrary.cmake), seen from impl."""
    singles = []
    for entry in entries:
        batch = os.path.dirname(entry["file"]).endswith(".batches")
        names = re.findall(r'^#include "(.*\.cc)"$', text_of(entry["file"]), re.MULTILINE) if batch else [entry["file"]]
        files = [os.path.normpath(os.path.join(ROOT, "impl", name)) for name in names]
        singles += [{"directory": entry["directory"], "command": entry["command"].replace(entry["file"], file), "file": file}
                    for file in files]
    return singles


def write_commands():
    """Writes COMMANDS and returns the files that it names."""
    def text_of(path):
        with open(path, encoding="utf-8") as file:
            return file.read()
    singles = single_commands(json.loads(text_of(os.path.join(BUILD, "compile_commands.json"))), text_of)
    os.makedirs(COMMANDS, exist_ok=True)
    with open(os.path.join(COMMANDS, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump(singles, file)
    return {os.path.relpath(entry["file"], ROOT) for entry in singles}


def tidy(path, end):
    """The findings in a file; None if there was no time left."""
    left = end - time.monotonic()
    if left <= 0:
        return None
    try:
        out = subprocess.run([CLANG_TIDY, "--quiet", "-p", COMMANDS, path], cwd=ROOT, capture_output=True, text=True, timeout=left)
    except subprocess.TimeoutExpired:
        return None
    return findings_of(path, out)


def look_at(paths, end):
    """(findings, how many files were checked before the time was up)."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda path: tidy(path, end), paths))
    done = [f for f in found if f is not None]
    return sorted({finding for findings in done for finding in findings}), len(done)


def self_test():
    config = {"layers": {"linalg": [], "linalg/blas": [], "emit": []}, "mlir_free": {"folders": ["linalg"]}}
    assert [is_looked_at(f"impl/{f}.cc", config) for f in ("linalg/Lu", "linalg/blas/Gemm", "emit/Emit", "x/y")] == [True, True, False, False]
    assert base_of("c", "a", "b") == "a"
    assert base_of("c", "c", "b") == "b"
    assert base_of("c", None, "b") == "b"
    assert base_of("c", None, None) == "c"
    done = lambda code, stdout: subprocess.CompletedProcess([], code, stdout, "why")
    assert findings_of("x.cc", done(0, "")) == []
    assert findings_of("x.cc", done(1, f"{ROOT}/impl/x.cc:3:1: error: moved [bugprone-use-after-move]\n  move(x)\n")) == [
        "impl/x.cc:3:1: error: moved [bugprone-use-after-move]"]
    assert findings_of("x.cc", done(1, "x.h:1:1: error: no file [clang-diagnostic-error]")) is None
    entry = {"directory": "b", "command": "cc /b/t.batches/1.cc", "file": "/b/t.batches/1.cc"}
    assert [e["command"] for e in single_commands([entry], lambda path: '#include "../capi/x.cc"\n#include "y.cc"\n')] == [
        f"cc {ROOT}/capi/x.cc", f"cc {ROOT}/impl/y.cc"]
    assert single_commands([{**entry, "file": "/z.cc", "command": "cc /z.cc"}], None)[0]["file"] == "/z.cc"
    assert findings_of("x.cc", done(1, "")) == ["x.cc: clang-tidy failed: why"]


def test_configuration():
    """.clang-tidy is found and valid, and reports a mistake as an error."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.cc")
        with open(path, "w", encoding="utf-8") as file:
            file.write("bool f(int a, int b) { return a == b && a == b; }\n")
        out = subprocess.run([CLANG_TIDY, "--quiet", f"--config-file={ROOT}/.clang-tidy", path, "--"],
                             capture_output=True, text=True)
        assert any("[misc-redundant-expression" in f for f in findings_of(path, out) or []), out


def skip(why):
    print(f"tidy: {why}: nothing was looked at")
    raise SystemExit(0)


def main():
    self_test()
    everything = sys.argv[1:2] == ["--all"]
    config = tomllib.loads(read("scripts/layers.toml"))
    within = lambda path: path.startswith(tuple(sys.argv[2:])) if sys.argv[2:] else is_looked_at(path, config)
    seconds = A_DAY if everything else float(sys.argv[1]) if sys.argv[1:] else SECONDS
    end = time.monotonic() + seconds
    if not CLANG_TIDY:
        skip("clang-tidy-19 is not installed ('scripts/lz setup' does that)")
    if not os.path.exists(os.path.join(BUILD, "compile_commands.json")):
        skip("build/dev is not configured ('scripts/lz build' does that)")
    test_configuration()
    compiled = write_commands()
    paths = [p for p in sources(".cc") if within(p) and p in compiled]
    if not everything:
        now = changed()
        paths = [p for p in paths if p in now or p.removesuffix("cc") + "h" in now]
    findings, count = look_at(paths, end)
    if paths:
        print(f"tidy: looked at {count} of {len(paths)} " + ("files" if everything else "changed files"))
    finish("tidy", findings)


if __name__ == "__main__":
    main()
