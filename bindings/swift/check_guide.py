#!/usr/bin/env python3
"""Runs every listing of docs/languages/swift.md, and compares its output with the text below it.

  check_guide.py [--work FOLDER] [--show] [--installed]

The listings become one program, each in a scope of its own. The program is built in an empty folder, in the package that the
listing of "Install" describes. A place like First/main.swift:12 matches any line of that file. The library is found by
pkg-config. --show prints the output of each listing. --installed removes the environment variables that say where the library
is, so that the installed library is found. Exit status 77: Swift or an installed library is missing."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GUIDE = os.path.join(HERE, "..", "..", "docs", "languages", "swift.md")
PLACE = re.compile(r"\bFirst/main\.swift:\d+")
BLOCK = re.compile(r"^```(swift package|swift|text)\n(.*?)^```\n", re.M | re.S)


def listings(text):
    """Returns (the manifest, [(code, its expected output)])."""
    manifest, found = None, []
    for kind, body in BLOCK.findall(text):
        if kind == "swift package":
            manifest = body
        elif kind == "swift":
            found.append([body, ""])
        else:
            found[-1][1] = body
    return manifest, found


def program(found):
    imports = sorted({line for code, _ in found for line in code.splitlines() if line.startswith("import ")})
    parts = ["import Foundation"] + imports
    for number, (code, _) in enumerate(found):
        lines = [line for line in code.splitlines() if not line.startswith("import ")]
        parts += [f'print("@@ {number}")', "do {"] + ["  " + line for line in lines] + ["}"]
    return "\n".join(parts) + "\n"


def write_package(work, manifest, found):
    name = os.path.basename(HERE)
    with open(os.path.join(work, "Package.swift"), "w", encoding="utf-8") as file:
        file.write(manifest.replace("../lazuli/bindings/swift", HERE).replace('package: "swift"', f'package: "{name}"'))
    source = os.path.join(work, "Sources", "First")
    os.makedirs(source, exist_ok=True)
    with open(os.path.join(source, "main.swift"), "w", encoding="utf-8") as file:
        file.write(program(found))


def compare(found, printed, show):
    wrong = 0
    parts = re.split(r"^@@ \d+\n", printed, flags=re.M)[1:]
    for number, (code, wanted) in enumerate(found):
        got = parts[number] if number < len(parts) else "nothing: the program ended before\n"
        if show:
            print(f"--- listing {number}\n{got}", end="")
        if PLACE.sub("PLACE", got) != PLACE.sub("PLACE", wanted):
            wrong += 1
            print(f"listing {number}\n{code}prints\n{got}but the guide says\n{wanted}")
    return wrong


def environment(is_installed):
    """Returns the environment for the build of the package, or None if the library is not found."""
    if not is_installed:
        return dict(os.environ)
    env = {name: value for name, value in os.environ.items() if name not in ("PKG_CONFIG_PATH", "LD_LIBRARY_PATH")}
    return env if subprocess.run(["pkg-config", "--exists", "lazuli"], env=env).returncode == 0 else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--installed", action="store_true")
    options = parser.parse_args()
    if shutil.which("swift") is None:
        print("not run: 'swift' is not on the PATH")
        return 77
    env = environment(options.installed)
    if env is None:
        print("not run: pkg-config finds no lazuli by itself")
        return 77
    with open(GUIDE, encoding="utf-8") as file:
        manifest, found = listings(file.read())
    work = options.work or tempfile.mkdtemp(prefix="lazuli-swift-guide-")
    os.makedirs(work, exist_ok=True)
    write_package(work, manifest, found)
    subprocess.run(["swift", "build", "--quiet", "--package-path", work], env=env, check=True)
    result = subprocess.run([os.path.join(work, ".build", "debug", "First")], env=env, stdout=subprocess.PIPE, text=True)
    wrong = compare(found, result.stdout, options.show)
    if not options.work:
        shutil.rmtree(work)
    print(f"{len(found) - wrong} of {len(found)} listings print what the guide says")
    return 1 if wrong or result.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
