"""Reads impl/spec/ops/accuracy.txt and complex_accuracy.txt: the bounds of the elementary functions."""
import math
import os

OPS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "ops")
PATH = os.path.join(OPS, "accuracy.txt")
COMPLEX_PATH = os.path.join(OPS, "complex_accuracy.txt")
LEVELS = ("strict", "standard")
CLASSES = ("X86V2", "Avx2", "Avx512")  # of lz::MachineClass


def rows(path=PATH):
    with open(path, encoding="utf-8") as file:
        return [line.split() for line in file if not line.startswith("#")]


def terms():
    """{op: the magnitude of terms that cancel}, for the ops that have some."""
    return {op: float(numbers[2 * len(CLASSES)]) for op, _, *numbers in rows() if len(numbers) > 2 * len(CLASSES)}


def accuracy():
    """{op: {(level, class): (f32, f64)}}; every op has all levels."""
    table = {}
    for op, level, *numbers in rows():
        pairs = [tuple(map(float, numbers[2 * i:2 * i + 2])) for i in range(len(CLASSES))]
        for each in LEVELS if level == "both" else (level,):
            for cpu, pair in zip(CLASSES, pairs, strict=True):
                table.setdefault(op, {})[each, cpu] = pair
    for op, bounds in table.items():
        if set(bounds) != {(level, cpu) for level in LEVELS for cpu in CLASSES}:
            raise SystemExit(f"{PATH}: {op} needs a row for each of {', '.join(LEVELS)}, and for no other level")
    return table


def complex_accuracy():
    """{op: (modulus of c64, of c128, each part of c64, of c128)}; 0: parts have no bound."""
    return {op: tuple(0 if number == "-" else float(number) for number in numbers) for op, *numbers in rows(COMPLEX_PATH)}


def largest(bounds):
    """(f32, f64) over all levels and classes."""
    return tuple(max(pair[i] for pair in bounds.values()) for i in (0, 1))


def whole_ulps(bounds):
    return math.ceil(max(largest(bounds))) if bounds else 0


def accuracy_table(ops, complex_bounds, note):
    """Rows of Accuracy.cc: op, is strict, class, bounds of f32 and f64, magnitude of terms that cancel. And of complex
    numbers: op, bounds of the modulus and of each part of c64 and c128."""
    rows = [f"    {{Opcode::{op.opcode}, {str(level == 'strict').lower()}, MachineClass::{cpu}, {f32}, {f64}, {op.terms}}},"
            for op in ops for (level, cpu), (f32, f64) in op.bounds.items()]
    of_complex = [f"    {{Opcode::{op.opcode}, {', '.join(map(str, complex_bounds[op.name]))}}},"
                  for op in ops if op.name in complex_bounds]
    return "\n".join([note + "constexpr Row kRows[] = {", *rows, "};", "constexpr ComplexRow kComplexRows[] = {", *of_complex,
                      "};\n"])
