#!/usr/bin/env python3
"""Checks that the library never ends the process. impl and capi must not call abort, exit, _exit, quick_exit,
std::terminate, report_fatal_error, or an unreachable for which this file has no reason. To refuse a program, code
returns a Status, and a rewrite pattern returns a failure."""
import re

from common import finish, read, sources

FOLDERS = ("impl/", "capi/")
# path -> why the place cannot be reached, whatever a program says
UNREACHABLE = {}

ENDS = re.compile(r"(?<![\w.>])(?:std::|::|llvm::)?(abort|exit|_exit|_Exit|quick_exit|terminate|report_fatal_error)\s*\(")
NEVER = re.compile(r"\b(llvm_unreachable|__builtin_unreachable|__builtin_trap)\s*\(|\bstd::unreachable\s*\(")


def code_of(text):
    """The text with comments and strings blanked; lines keep their numbers."""
    blank = lambda match: re.sub(r"[^\n]", " ", match[0])
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', blank, text, flags=re.DOTALL)


def findings_in(path, text):
    for number, line in enumerate(code_of(text).split("\n"), 1):
        if match := ENDS.search(line):
            yield f"{path}:{number}: {match[1]} ends the process of whoever embeds the library; return a status"
        if (match := NEVER.search(line)) and path not in UNREACHABLE:
            yield f"{path}:{number}: {match[0]}...) needs a reason in UNREACHABLE of scripts/check_exits.py"


def self_test():
    ended = ["std::abort();", "  exit(1);", "::_exit(2);", "std::quick_exit(0);", "std::terminate();",
             'llvm::report_fatal_error("x");', 'llvm_unreachable("y");', "__builtin_unreachable();"]
    fine = ["// exit(1) ends", '"abort()"', "std::atexit(f);", "onExit(f);", "loop.exit();", "terminated(x);"]
    for line in ended:
        assert list(findings_in("impl/x.cc", line)), line
    for line in fine:
        assert not list(findings_in("impl/x.cc", line)), line


def main():
    self_test()
    looked_at = [path for path in sources(".cc", ".h", ".c") if path.startswith(FOLDERS)]
    finish("exits", [finding for path in looked_at for finding in findings_in(path, read(path))])


if __name__ == "__main__":
    main()
