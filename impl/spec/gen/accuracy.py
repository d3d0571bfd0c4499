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
    """Returns {op: magnitude of the terms}, for the ops whose results are sums of terms that cancel."""
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
    """Returns {op: (bound of the modulus for c64, for c128, bound of each part for c64, for c128)}. 0 means that the
    parts have no bound."""
    return {op: tuple(0 if number == "-" else float(number) for number in numbers) for op, *numbers in rows(COMPLEX_PATH)}


def largest(bounds):
    """Returns the largest bounds over all levels and classes, for f32 and f64."""
    return tuple(max(pair[i] for pair in bounds.values()) for i in (0, 1))


def whole_ulps(bounds):
    return math.ceil(max(largest(bounds))) if bounds else 0


def accuracy_table(ops, complex_bounds, note):
    """Returns the rows of the tables in Accuracy.cc. The first table has op, whether the level is strict, class,
    bounds for f32 and f64, and the magnitude of terms that cancel. The table of complex numbers has op, and the
    bounds of the modulus and of each part for c64 and c128."""
    rows = [f"    {{Opcode::{op.opcode}, {str(level == 'strict').lower()}, MachineClass::{cpu}, {f32}, {f64}, {op.terms}}},"
            for op in ops for (level, cpu), (f32, f64) in op.bounds.items()]
    of_complex = [f"    {{Opcode::{op.opcode}, {', '.join(map(str, complex_bounds[op.name]))}}},"
                  for op in ops if op.name in complex_bounds]
    return "\n".join([note + "constexpr Row kRows[] = {", *rows, "};", "constexpr ComplexRow kComplexRows[] = {", *of_complex,
                      "};\n"])
