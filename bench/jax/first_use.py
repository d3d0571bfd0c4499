"""How long the first calls of a process take under JAX: on Lazuli and on JAX's client for the CPU.

    first_use.py --python PYTHON --library PLUGIN [--rounds N]

PYTHON has JAX. Each round runs first_calls.py in one process after another: on JAX's client, and on Lazuli with an
empty cache, again with what is now in the cache, and again after all lines have moved. Prints medians, and ratios to
JAX's client."""
import argparse
import os
import statistics
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(os.path.dirname(os.path.dirname(HERE)), "bindings", "pjrt", "python")


def seconds(python, program, environment):
    result = subprocess.run([python, program], env=environment, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SystemExit(result.stderr[-2000:])
    return float(result.stdout.split()[-1])


def moved(folder):
    """A copy of the program whose lines have other numbers, in a file of another name."""
    path = os.path.join(folder, "moved_calls.py")
    with open(os.path.join(HERE, "first_calls.py"), encoding="utf-8") as source, open(path, "w", encoding="utf-8") as copy:
        copy.write("\n" * 5 + source.read())
    return path


def one_round(python, library, times):
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("JAX_", "LAZULI_"))}
    first = os.path.join(HERE, "first_calls.py")
    with tempfile.TemporaryDirectory() as folder:
        lazuli = plain | {"JAX_PLATFORMS": "lazuli", "LAZULI_PJRT_LIBRARY": library, "PYTHONPATH": PACKAGE,
                          "LAZULI_CACHE": os.path.join(folder, "cache")}
        times["JAX's client"].append(seconds(python, first, plain | {"JAX_PLATFORMS": "cpu"}))
        times["Lazuli, empty cache"].append(seconds(python, first, lazuli))
        times["Lazuli, second process"].append(seconds(python, first, lazuli))
        times["Lazuli, lines moved"].append(seconds(python, moved(folder), lazuli))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    times = {name: [] for name in ("JAX's client", "Lazuli, empty cache", "Lazuli, second process", "Lazuli, lines moved")}
    for _ in range(arguments.rounds):
        one_round(arguments.python, os.path.abspath(arguments.library), times)
    base = statistics.median(times["JAX's client"])
    for name, values in times.items():
        median = statistics.median(values)
        print(f"{name:24} {median:7.3f} s  {median / base:5.2f}x")


if __name__ == "__main__":
    main()
