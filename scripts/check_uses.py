#!/usr/bin/env python3
"""Checks that every public function is used in a test of tests/capi, and in one of the six programs of examples/ffi.

The functions are those of all headers except ops.h, because tests/ops tests the ops. A function is used if its
name occurs in code. Comments, C strings, docstrings, and the declarations of a program with handwritten bindings
(Rust) do not count."""
import os
import re

from common import ROOT, finish, read
from headers import FOLDER, headers

OPS = "ops.h"
LANGUAGES = ("c", "cpp", "julia", "python", "rust", "swift")
# function -> why no program shows it
REASONS = {}

SLASHES = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
C = re.compile(SLASHES.pattern + r'|"(?:\\.|[^"\\\n])*"', re.S)
HASH = re.compile(r'"""(?:\\.|[^\\])*?"""|(?<!["\w])#[^\n]*', re.S)
DECLARED = re.compile(r"\bpub fn lz_\w+")
COMMENTS = {".c": C, ".h": C, ".cc": C, ".swift": SLASHES, ".rs": SLASHES, ".py": HASH, ".jl": HASH}
NAME = re.compile(r"\blz_\w+")


def used(path, text):
    """The names that the code of this file contains."""
    return set(NAME.findall(DECLARED.sub("", COMMENTS[os.path.splitext(path)[1]].sub("", text))))


def used_below(folder):
    paths = [os.path.join(place, name) for place, _, names in os.walk(os.path.join(ROOT, folder)) for name in names]
    return set().union(*(used(path, read(path)) for path in paths if os.path.splitext(path)[1] in COMMENTS))


def findings_of(names, in_tests, in_programs, reasons):
    """names: those of the functions, each with the place of its declaration."""
    for name, place in names.items():
        if name not in in_tests:
            yield f"{place}: {name}: no test in tests/capi uses it"
        if name not in in_programs and name not in reasons:
            yield f"{place}: {name}: no program of examples/ffi uses it; show it in that of a language whose users would"
    for name in reasons:
        if name not in names or name in in_programs:
            yield f"scripts/check_uses.py: {name}: its reason is no longer needed"


def self_test():
    c, rust, python = 'lz_a(x, "lz_d"); // lz_b\n/* lz_c */', "pub fn lz_a(x: Raw);\nlz_b(x) // lz_c", '"""lz_a."""\ncall("lz_b")  # lz_c'
    assert used("x.c", c) == {"lz_a"} and used("x.rs", rust) == {"lz_b"} and used("x.py", python) == {"lz_b"}
    assert used("x.jl", "# lz_a\n(:lz_b, lib); @ccall lib.lz_c(x::Raw)::Raw # lz_d") == {"lz_b", "lz_c"}
    said = lambda *words: [finding.split(": ", 1)[1] for finding in findings_of({"lz_a": "a.h:1"}, *words)]
    assert said({"lz_a"}, {"lz_a"}, {}) == [] and said({"lz_a"}, set(), {"lz_a": "why"}) == []
    assert said(set(), {"lz_a"}, {}) == ["lz_a: no test in tests/capi uses it"]
    assert len(said({"lz_a"}, set(), {})) == 1 and len(said({"lz_a"}, {"lz_a"}, {"lz_a": "why"})) == 1


def main():
    self_test()
    names = {function.name: f"{FOLDER}/{header.name}:{function.line}"
             for header in headers() if header.name != OPS for function in header.functions()}
    programs = set().union(*(used_below(f"examples/ffi/{language}") for language in LANGUAGES))
    finish("uses", list(findings_of(names, used_below("tests/capi"), programs, REASONS)))


if __name__ == "__main__":
    main()
