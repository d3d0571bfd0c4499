"""Makes the tables of docs/accuracy.md: the bounds of impl/spec/ops/accuracy.txt and complex_accuracy.txt, and the
errors that math_test and complex_accuracy_test measure."""
import os
import sys

from common import ROOT
from dump import output

sys.path.insert(0, os.path.join(ROOT, "impl/spec/gen"))
from accuracy import CLASSES, LEVELS, accuracy, complex_accuracy  # noqa: E402

HEADER = "| function | type | level | x86-64-v2 | avx2 | avx512 |\n| --- | --- | --- | --- | --- | --- |"
COMPLEX_HEADER = ("| function | type | bound | x86-64-v2 | avx2 | avx512 | each part |\n"
                  "| --- | --- | --- | --- | --- | --- | --- |")


def measured(test, suite):
    """Returns {(op, type): list}. A list has the errors in the order of CLASSES, and then the further fields of the row.
    If the machine cannot run all CPU classes, the errors of these classes are missing."""
    printed = output(test, f"--gtest_filter={suite}.*")
    rows = [line.strip("| ").split(" | ") for line in printed.split("\n") if line.startswith("| ")]
    return {(op, dtype): errors for op, dtype, *errors in rows}


def accuracy_blocks(math_test):
    """Returns {"accuracy": (None, table)}, or nothing if the machine cannot run every CPU class."""
    errors = measured(math_test, "Math/Elementary")
    if any(len(found) < len(CLASSES) for found in errors.values()):
        return {}
    bounds, rows = accuracy(), [HEADER]
    for (op, dtype), found in errors.items():
        if op not in bounds:  # exact
            continue
        index = ("f32", "f64").index(dtype)
        strict, standard = [[f"{bounds[op][level, cpu][index]:g} ({error})" for cpu, error in zip(CLASSES, found)]
                            for level in LEVELS]
        levels = {"both": strict} if strict == standard else {"strict": strict, "standard": standard}
        rows += [f"| {op} | {dtype} | {level} | {' | '.join(cells)} |" for level, cells in levels.items()]
    return {"accuracy": (None, "\n".join(rows))}


def complex_blocks(complex_accuracy_test):
    """Returns {"complex accuracy": (None, table)}, or nothing if the machine cannot run every CPU class."""
    errors = measured(complex_accuracy_test, "Complex/ComplexAccuracy")
    if any(len(found) < len(CLASSES) + 1 for found in errors.values()):
        return {}
    bounds, rows = complex_accuracy(), [COMPLEX_HEADER]
    for (op, dtype), (*found, part) in errors.items():
        index = ("complex<f32>", "complex<f64>").index(dtype)
        modulus, of_part = bounds[op][index], bounds[op][2 + index]
        each = f"{of_part:g} ({part})" if of_part else ""
        rows.append(f"| {op} | {dtype} | {modulus:g} | {' | '.join(found)} | {each} |")
    return {"complex accuracy": (None, "\n".join(rows))}
