"""Shared by the checks: the files of the tree."""
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE = (".h", ".hpp", ".cc", ".cpp", ".c", ".td", ".py")
GENERATED = ("include/lazuli/ops.h",)


def tracked():
    """Files that git knows or would add."""
    out = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True,
                         text=True, check=True).stdout
    return [f for f in out.split("\n") if f and os.path.exists(os.path.join(ROOT, f))]


def sources(*endings):
    return [f for f in tracked() if f.endswith(endings or SOURCE) and f not in GENERATED]


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def finish(name, findings):
    """Prints the findings and exits with the status of a check."""
    for finding in findings:
        print(f"{name}: {finding}")
    raise SystemExit(1 if findings else 0)
