"""The protocol of a program of the bench: it prints "ready". Then each line of its input is a number of steps, and it
prints the seconds that they took."""

import json
import pathlib
import sys
import time

LONG = 0.2  # in seconds; if a step takes longer, one warm-up step is enough


def serve(steps, compiled=None):
    """`steps(n)` must run n steps and wait for them. `compiled` is the number of seconds for compiling, if known."""
    start = time.perf_counter()
    steps(1)
    if time.perf_counter() - start < LONG:
        steps(2)
    print("ready" if compiled is None else f"ready {compiled:.6f}", flush=True)
    for line in sys.stdin:
        start = time.perf_counter()
        steps(int(line))
        print(f"{time.perf_counter() - start:.9f}", flush=True)


def load(folder, parts=1):
    """Returns the arguments of a row as (bytes, dtype, shape). If `parts` is more than 1, the first argument has
    only the first of that many equal parts."""
    folder = pathlib.Path(folder)
    types = json.loads((folder / "arguments.json").read_text())
    found = [((folder / f"argument{i}.bin").read_bytes(), *t) for i, t in enumerate(types)]
    if parts > 1:
        data, dtype, (rows, *inner) = found[0]
        if rows % parts != 0:
            raise ValueError(f"{rows} rows of argument 0 do not make {parts} equal parts")
        found[0] = data[:len(data) // parts], dtype, [rows // parts, *inner]
    return found


def save(folder, name, results):
    """The results, as (bytes, dtype, shape), beside the arguments."""
    folder = pathlib.Path(folder)
    for i, (data, _, _) in enumerate(results):
        (folder / f"{name}.result{i}.bin").write_bytes(data)
    (folder / f"{name}.results.json").write_text(json.dumps([[d, list(s)] for _, d, s in results]))
