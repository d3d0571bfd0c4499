#!/usr/bin/env python3
"""Checks that no source has more than 400 lines, no function more than 100, no comment more than 100 columns, and no
folder of impl or capi more than 30 files besides its CMakeLists.txt. The list below has exceptions with their
reasons.

clang-format limits code to 100 columns. It does not change comments, so that tables in comments stay whole."""
import collections
import os
import re

from common import SOURCE, finish, read, sources, tracked

MAX_FILE, MAX_FUNCTION, MAX_COMMENT, MAX_FOLDER = 400, 100, 100, 30
# path -> reason, for a file that is a table of entries; path:first line -> reason, for a function
REASONS = {}
SCRIPTS = ["scripts/lz"]

# A function body begins on a line at column 0 or in a class at two spaces and ends with a brace of the same indent.
OPENING = re.compile(r"^( {0,2})[A-Za-z_~][^;=]*\)[^;{}]*\{\s*$")
COMMENT = re.compile(r"^\s*(//|/\*|\*\s)")


def long_functions(path, lines):
    start = None
    for number, line in enumerate(lines, 1):
        match = OPENING.match(line)
        if match and not line.lstrip().startswith(("namespace", "struct", "class", "enum", "extern")):
            start = (number, match.group(1), line.strip())
        elif start and line.startswith(start[1] + "}"):
            if number - start[0] > MAX_FUNCTION and f"{path}:{start[2]}" not in REASONS:
                yield f"{path}:{start[0]}: {number - start[0]} lines: {start[2][:60]}"
            start = None


def wide_comments(path, lines):
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_COMMENT and COMMENT.match(line):
            yield f"{path}:{number}: {len(line)} columns of comment"


def main():
    findings = []
    for path in sources(*SOURCE, ".jl", ".swift") + SCRIPTS:
        lines = read(path).rstrip("\n").split("\n")
        if len(lines) > MAX_FILE and path not in REASONS:
            findings.append(f"{path}: {len(lines)} lines; split it by subject")
        if path.endswith((".cc", ".h", ".c")):
            findings += long_functions(path, lines)
            findings += wide_comments(path, lines)
    folders = collections.Counter(os.path.dirname(path) for path in tracked()
                                  if path.startswith(("impl/", "capi/")) and not path.endswith("/CMakeLists.txt"))
    findings += [f"{folder}: {count} files; split it by job" for folder, count in folders.items() if count > MAX_FOLDER]
    finish("sizes", findings)


if __name__ == "__main__":
    main()
