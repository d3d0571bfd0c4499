#!/usr/bin/env python3
"""The name of a unary op stands in at most two hand-written files: its entry, and the formula of its kernel.

The ops are those of impl/spec/ops/unary.td. These files count as one file:
  - the entries (impl/spec/ops/*.td), since a law or a derivative in one entry contains other ops
  - the formulas of complex numbers, which the entries name
  - the table of XLA's opcodes, which says what XLA lacks

The check reads the library, the C API, tools, bench, cmake and scripts, with their comments. It does not read:
  - generated files, tests, documentation and examples
  - calls of lz_<op> in the C programs of bench, which use the library as examples do
  - bench/rows, which has functions of other libraries
  - the formulas that make special functions, and derivatives, from functions of C++ and of other entries

Spellings of ExpOp, the entry of stablehlo.exponential:

  always            ExpOp (not MLIR's math::ExpOp), Opcode::Exponential, stablehlo.exponential, lz_exponential;
                    emitExp, which the entry calls; exponential(...) inside a string, a term of a rewrite rule
  unless ambiguous  exponential and exp, which is the entry's whole scalar expression: std::exp(x). As a word, in any case,
                    with or without underscores (is_finite, IsFinite, isfinite)
"""
import os
import re
import sys

from common import ROOT, finish, read, sources, tracked

sys.path.insert(0, os.path.join(ROOT, "impl/spec/gen"))
import gen_ops

MAX_FILES = 2
LLVM = "/usr/lib/llvm-19"
ENTRIES = "impl/spec/ops/"
PARTS = ("impl/spec/scalar/ComplexFormulas.h", "impl/spec/scalar/ComplexInverses.h", "impl/spec/scalar/Real.h",
         "impl/hlo/rewrite/RealValue.h", "impl/formats/xla/module/Opcodes.cc")
FOLDERS = ("impl/", "capi/", "tools/", "bench/", "cmake/", "scripts/", "include/")
SELF = "scripts/check_names.py"

FORMULAS = {"impl/spec/scalar/Special.cc", "impl/spec/scalar/Formats.cc", "impl/autodiff/Bessel.cc"}

# Words with other meanings, too. Only their unambiguous spellings count.
AMBIGUOUS = {
    "abs": "of numbers on the host; a step of other functions in emit/math",
    "ceil": "notation of whole quotients",
    "cos": "notation: the reduction to a period serves three functions",
    "exp": "a step of other functions in emit/math",
    "floor": "notation of whole quotients",
    "imag": "a method of the C++ library; a part in messages",
    "log": "the log sink",
    "not": "English",
    "real": "of numbers that are not complex",
    "round": "a round of a measurement",
    "sign": "the sign bit",
    "sin": "notation: the reduction to a period serves three functions",
    "sqrt": "an instruction: LaneBuilder's and Expr's method",
    "square": "English; a bracket",
}


class Names:
    """The names that a text contains."""

    def __init__(self, text):
        self.words = set(re.findall(r"(?<!math::)\b\w+", text))
        self.folded = {fold(word) for word in self.words}
        self.qualified = set(re.findall(r"\bOpcode::\w+|\b(?:stablehlo|chlo)\.\w+", text))
        self.terms = set(re.findall(r"(?<![\w:])(\w+)\(", " ".join(re.findall(r'"[^"\n]*"', text))))

    def name(self, op):
        emits = re.findall(r"\bemit\w+", " ".join((op.emitFloat, op.emitSigned, op.emitUnsigned, op.emitBool)))
        call = re.fullmatch(r"std::(\w+)\(x\)", op.scalar)
        plain = {op.mnemonic} | ({call[1]} if call else set())
        return (not self.words.isdisjoint([op.r["!name"], f"lz_{op.name}", *emits])
                or not self.qualified.isdisjoint([f"Opcode::{op.opcode}", op.full])
                or not self.folded.isdisjoint({fold(word) for word in plain - AMBIGUOUS.keys()})
                or op.mnemonic in self.terms)


def fold(word):
    return word.replace("_", "").lower()


def is_looked_at(path):
    return path.startswith(FOLDERS) and not path.startswith("bench/rows/") and path not in {SELF, *FORMULAS} and not path.endswith(".md")


def text_of(path):
    text = read(path)
    return re.sub(r"\blz_\w+(?=\()", "", text) if re.fullmatch(r"bench/\w+\.c", path) else text


def main():
    ops, _ = gen_ops.load(f"{LLVM}/bin/llvm-tblgen", f"{LLVM}/include")
    known = set(sources()) | {path for path in tracked() if path.endswith((".txt", ".cmake", "scripts/lz"))}
    names = {path: Names(text_of(path)) for path in sorted(known) if is_looked_at(path)}
    findings = []
    for op in ops:
        if op.family != "unary.td":
            continue
        places = {ENTRIES if path.startswith((ENTRIES, *PARTS)) else path for path, of in names.items() if of.name(op)}
        if len(places) > MAX_FILES:
            findings.append(f"{op.full}: its name stands in {len(places)} files: {', '.join(sorted(places))}")
    finish("names", findings)


if __name__ == "__main__":
    main()
