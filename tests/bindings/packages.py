#!/usr/bin/env python3
"""Installs Julia's package as docs/languages/julia.md says, and runs it. The folder, the depot and the registry are
empty at first, no environment variable of Julia or Lazuli is set, and the library is in ~/.local/lib. Exit status
77: Julia is not installed.

  packages.py --prefix PREFIX --work FOLDER [--libdir lib]"""
import argparse
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import toolchains

REGISTRY = 'name = "Empty"\nuuid = "c6ee0b5e-2f5d-4a1c-9b0e-6d0c6f0f3a11"\nrepo = ""\n\n[packages]\n'
DEVELOP = 'import Pkg; Pkg.develop(path = ARGS[1])'
PROGRAM = "using Lazuli\nprintln(Array(2 .* LazuliArray([1.0, 2.0]) .+ 1))\n"


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser()
    for name, default in (("prefix", None), ("work", None), ("libdir", "lib")):
        parser.add_argument("--" + name, default=default, required=default is None)
    options = parser.parse_args()
    work = os.path.join(options.work, "packages")
    shutil.rmtree(work, ignore_errors=True)
    home, empty = os.path.join(work, "home"), os.path.join(work, "empty")
    write(os.path.join(home, ".julia", "registries", "Empty", "Registry.toml"), REGISTRY)
    os.makedirs(os.path.join(home, ".local"))
    os.symlink(os.path.join(os.path.abspath(options.prefix), options.libdir), os.path.join(home, ".local", "lib"))
    os.mkdir(empty)
    env = {"PATH": os.environ["PATH"], "HOME": home}
    julia = toolchains.julia(env)
    subprocess.run([*julia, "-e", DEVELOP, os.path.join(ROOT, "bindings", "julia")], env=env, cwd=empty, check=True)
    got = subprocess.run([*julia, "-e", PROGRAM], env=env, cwd=empty, check=True, stdout=subprocess.PIPE, text=True).stdout
    if got != "[3.0, 5.0]\n":
        sys.exit(f"the program printed {got!r}")


if __name__ == "__main__":
    main()
