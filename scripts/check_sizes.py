#!/usr/bin/env python3
"""No file over 600 lines, no function over 100, no line over 100 columns wide (sources), unless a reason stands here."""
import re

from common import finish, read, sources

MAX_FILE, MAX_FUNCTION = 600, 100
# path (or path:function) -> reason
REASONS = {}

# A function body begins on a line at column 0 or in a class at two spaces and ends with a brace of the same indent.
OPENING = re.compile(r"^( {0,2})[A-Za-z_~][^;=]*\)[^;{}]*\{\s*$")


def long_functions(path, lines):
    start = None
    for number, line in enumerate(lines, 1):
        match = OPENING.match(line)
        if match and not line.lstrip().startswith(("namespace", "struct", "class", "enum", "extern")):
            start = (number, match.group(1), line.strip())
        elif start and line.startswith(start[1] + "}"):
            if number - start[0] > MAX_FUNCTION and f"{path}:{start[0]}" not in REASONS:
                yield f"{path}:{start[0]}: {number - start[0]} lines: {start[2][:60]}"
            start = None


def main():
    findings = []
    for path in sources():
        lines = read(path).split("\n")
        if len(lines) > MAX_FILE and path not in REASONS:
            findings.append(f"{path}: {len(lines)} lines; split it by subject")
        if path.endswith((".cc", ".h", ".c")):
            findings += long_functions(path, lines)
    finish("sizes", findings)


if __name__ == "__main__":
    main()
