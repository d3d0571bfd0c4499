"""Finds the toolchains of other languages, for tests that run them. If a toolchain is missing, the test says so and
ends with status 77, which ctest reports as skipped."""
import glob
import os
import shutil
import subprocess
import sys

from common import ROOT

NOT_RUN = 77


def not_run(why):
    print(f"not run: {why}; scripts/lz setup --languages")
    sys.exit(NOT_RUN)


def need(tool):
    """The path of a program; without it the test is skipped."""
    return shutil.which(tool) or not_run(f"'{tool}' is not on the PATH")


def julia(env):
    """Returns the command of Julia. Adds the folder of the libraries with which Julia was built to `env`, if scripts/lz
    has put them into the build folder."""
    command = [need("julia"), "--startup-file=no"]
    libraries = glob.glob(os.path.join(ROOT, "build", "julia", "usr", "lib", "*-linux-gnu"))
    env["LD_LIBRARY_PATH"] = ":".join(filter(None, [env.get("LD_LIBRARY_PATH"), *libraries]))
    throws = "f() = try; error() catch; 0 end; exit(f())"
    if subprocess.run(command + ["-e", throws], env=env).returncode != 0:
        not_run("this Julia crashes when it throws")
    return command


def swift(verb, package, scratch, cache, sanitize=""):
    """The command of SwiftPM: `verb` is build, run or test."""
    need("pkg-config")
    options = [f"--sanitize={sanitize}"] if sanitize else []
    return [need("swift"), verb, "--quiet", *options, "--package-path", package, "--scratch-path", scratch,
            "--cache-path", cache]
