"""Runs programs that write a dump, and finds its stages."""
import glob
import os
import subprocess
import sys


def output(program, *arguments, **environment):
    """Returns what the program prints. Of Lazuli's environment variables, the program gets only those in `environment`."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("LAZULI_")} | environment
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True, env=env).stdout


def stage(folder, suffix):
    """The last file of the dump whose name ends like this."""
    matches = sorted(glob.glob(os.path.join(folder, "**", "*" + suffix), recursive=True))
    if not matches:
        sys.exit(f"{folder}: the dump has no {suffix}")
    with open(matches[-1], encoding="utf-8") as f:
        return f.read().strip("\n")
