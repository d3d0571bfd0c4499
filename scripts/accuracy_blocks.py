"""What docs/accuracy.md shows: the bounds of impl/spec/ops/accuracy.txt, and the errors that math_test measures."""
import os
import sys

from common import ROOT
from dump import output

sys.path.insert(0, os.path.join(ROOT, "impl/spec/gen"))
from accuracy import CLASSES, LEVELS, accuracy  # noqa: E402

HEADER = "| function | type | level | x86-64-v2 | avx2 | avx512 |\n| --- | --- | --- | --- | --- | --- |"


def measured(math_test):
    """{(op, "f32" or "f64"): errors in the order of CLASSES}; the machine may not run all of them."""
    printed = output(math_test, "--gtest_filter=Math/Elementary.*")
    rows = [line.strip("| ").split(" | ") for line in printed.split("\n") if line.startswith("| ")]
    return {(op, dtype): errors for op, dtype, *errors in rows}


def accuracy_blocks(math_test):
    """{"accuracy": (None, table)}, or nothing where the machine does not run every class."""
    errors = measured(math_test)
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
