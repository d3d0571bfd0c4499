#!/usr/bin/env python3
"""Builds the program of one language against an installed Lazuli, runs it, and compares what it prints. The C program is
compared with numbers that are computed here. The other programs are compared with the C program, bit for bit. The text after
the line "only in ..." is compared with expected.txt beside the program. Status 77: the toolchain is missing.

  run.py LANGUAGE --prefix PREFIX --work FOLDER [--libdir lib] [--cc CC] [--cxx CXX] [--sanitize address,...]

LANGUAGE may be "llvm" or "lapack". Then the program has its own LLVM, or its own LAPACK and BLAS, shared and static, beside
liblazuli.a. "neighbours" is Python with PyTorch and JAX beside Lazuli. `scripts/lz bench --peers jax,torch` installs PyTorch
and JAX.
--sanitize: the program with the tools of its language for leaks, races and bad accesses, whatever the library was
built with. C, C++ and Swift take the names of sanitizers (Swift: address or thread), Rust takes leak; Python, with any
word, runs in development mode with warnings as errors, Julia with bounds checked everywhere.
--static: the C program by the CMake target Lazuli::static, the Rust program by the package lazuli-static. The C++ program
is always linked statically, except with sanitizers.
--alone: the C program with nothing shared, not even libc.
--numpy: Python shares memory with NumPy, not with an array of its own.
--global: Julia loads the library with RTLD_GLOBAL beside the LLVM that Julia has in the process."""
import argparse
import difflib
import glob
import math
import os
import re
import shutil
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import toolchains

MODULE = os.path.join(os.path.dirname(HERE), "data", "gelu.mlir")
# The place where a program recorded an op. Only this text may differ between the languages.
PLACES = re.compile(r" at \S+:\d+( with \S+:\d+(, \S+:\d+)*( and \d+ more)?)?")


class Builder:
    def __init__(self, options):
        self.options = options
        self.lib = os.path.join(options.prefix, options.libdir)
        self.folder = os.path.join(options.work, options.language + ("-static" if options.static else ""))
        self.source = os.path.join(HERE, options.language)
        self.env = dict(os.environ, LD_LIBRARY_PATH=self.lib,
                        PKG_CONFIG_PATH=os.path.join(self.lib, "pkgconfig"))
        os.makedirs(self.folder, exist_ok=True)

    def run(self, *command, **options):
        print("+", *command, flush=True)
        return subprocess.run(command, env=self.env, check=True, **options)

    def output(self, *command):
        return subprocess.run(command, env=self.env, check=True, capture_output=True, text=True).stdout.split()

    def pkg_config(self, *what, package="lazuli"):
        return self.output("pkg-config", *what, package)

    # Each function returns the command that runs the program.
    def sanitized(self, compiler, *arguments):
        program = os.path.join(self.folder, "sanitized")
        self.run(compiler, "-g", f"-fsanitize={self.options.sanitize}", "-fno-sanitize-recover=all", *arguments,
                 "-o", program, *self.pkg_config("--cflags", "--libs"))
        return [program]

    def c(self):
        if self.options.alone:
            program, main = os.path.join(self.folder, "alone"), os.path.join(self.source, "main.c")
            self.run(self.options.cc, "-std=c11", "-O1", *self.pkg_config("--cflags"), "-c", main, "-o", program + ".o")
            libraries = self.pkg_config("--static", "--libs", package="lazuli-static")
            self.run(self.options.cxx, "-static", program + ".o", *libraries, "-o", program)
            return [program]
        if self.options.sanitize:
            return self.sanitized(self.options.cc, "-std=c11", os.path.join(self.source, "main.c"))
        self.run("cmake", "-G", "Ninja", "-S", self.source, "-B", self.folder, "-DCMAKE_BUILD_TYPE=Release",
                 f"-DLAZULI_TARGET={'static' if self.options.static else 'lazuli'}",
                 f"-DCMAKE_PREFIX_PATH={self.options.prefix}", f"-DCMAKE_C_COMPILER={self.options.cc}",
                 "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror", stdout=subprocess.DEVNULL)
        self.run("cmake", "--build", self.folder, stdout=subprocess.DEVNULL)
        return [os.path.join(self.folder, "main")]

    def cpp(self):
        toolchains.need("pkg-config")
        if self.options.sanitize:
            return self.sanitized(self.options.cxx, "-std=c++20", os.path.join(self.source, "main.cc"))
        program = os.path.join(self.folder, "main")
        main = os.path.join(self.source, "main.cc")
        self.run(self.options.cxx, "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", main, "-o", program,
                 *self.pkg_config("--cflags", "--libs", package="lazuli-static"))
        self.options.static = True
        return [program]

    def llvm(self):
        """Runs both programs itself: they print the same."""
        config = shutil.which("llvm-config-19") or "/usr/lib/llvm-19/bin/llvm-config"
        lazuli = self.pkg_config("--cflags", "--libs", package="lazuli-static")
        main = os.path.join(self.source, "main.cc")
        for how, more in (("shared", []), ("static", ["-l:libz.so.1", "-l:libzstd.so.1"])):
            program = os.path.join(self.folder, how)
            llvm = self.output(config, "--link-" + how, "--cflags", "--ldflags", "--libs", "core", "orcjit", "native")
            self.run(self.options.cxx, "-std=c++20", "-O1", "-fuse-ld=lld", main, *lazuli, *llvm, "-Wl,--as-needed",
                     *more, "-o", program)
            text = self.run(program, stdout=subprocess.PIPE, text=True).stdout
            if text != "f(20, 22) = 42, x + x = 2 4 6\n" * 2:
                sys.exit(f"with LLVM {how} it printed: {text}")

    def lapack(self):
        """Runs both programs itself: they print the same."""
        lazuli = self.pkg_config("--cflags", "--libs", package="lazuli-static")
        main = os.path.join(self.source, "main.c")
        # The archives need the Fortran runtime. Without a Fortran compiler only its shared library
        # is installed.
        for how, own in (("shared", ["-llapack", "-lblas"]),
                         ("static", ["-l:liblapack.a", "-l:libblas.a", "-l:libgfortran.so.5"])):
            program = os.path.join(self.folder, how)
            self.run(self.options.cc, "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-c", main, "-o", program + ".o",
                     *self.pkg_config("--cflags", package="lazuli-static"))
            self.run(self.options.cxx, "-fuse-ld=lld", program + ".o", *own, *lazuli, "-o", program)
            text = self.run(program, stdout=subprocess.PIPE, text=True).stdout
            if text != "right: 1, 1; refused: 1\n" * 2:
                sys.exit(f"with LAPACK {how} it printed: {text}")

    def python(self):
        checks = ["-X", "dev", "-W", "error"] if self.options.sanitize else []
        python = self.python_with_numpy() if self.options.numpy else sys.executable
        return [python, *checks, os.path.join(self.source, "main.py")]

    def python_with_numpy(self):
        peers = glob.glob(os.path.join(ROOT, "build", "peers", "*", "bin", "python"))
        for python in [sys.executable, "/usr/bin/python3", *peers]:
            if subprocess.run([python, "-c", "import numpy"], capture_output=True, check=False).returncode == 0:
                return python
        toolchains.not_run("no Python here has NumPy")

    def neighbours(self):
        """Runs the program in every order of loading that matters."""
        torch, jax = (os.path.join(ROOT, "build", "peers", name) for name in ("torch", "jax"))
        packages = glob.glob(os.path.join(jax, "lib", "python3*", "site-packages"))
        self.env["PYTHONPATH"] = ":".join(packages)
        python = os.path.join(torch, "bin", "python")
        test = [python, "-c", "import torch, jax"]
        if not os.path.exists(python) or subprocess.run(test, env=self.env, capture_output=True).returncode != 0:
            print("not run: no PyTorch and JAX in build/peers; scripts/lz bench --peers jax,torch")
            sys.exit(toolchains.NOT_RUN)
        program = os.path.join(HERE, "python", "neighbours.py")
        for order in ("lazuli,torch,jax", "torch,jax,lazuli", "jax,lazuli,torch"):
            self.run(python, program, order)
        self.run(python, program, "torch,lazuli,jax", "compile")

    def rust(self):
        cargo = toolchains.need("cargo")
        toolchains.need("pkg-config")
        self.env["LAZULI_PACKAGE"] = "lazuli-static" if self.options.static else "lazuli"
        if self.options.sanitize:
            # The leak sanitizer only needs its allocator, so no other compiler is needed.
            self.env["RUSTFLAGS"] = f"-Clinker={self.options.cc} -Clink-arg=-fsanitize={self.options.sanitize}"
        target = os.path.join(self.folder, self.options.sanitize or "target")
        self.run(cargo, "build", "--quiet", "--release", "--locked", "--offline", "--manifest-path",
                 os.path.join(self.source, "Cargo.toml"), "--target-dir", target)
        return [os.path.join(target, "release", "from-rust")]

    def swift(self):
        scratch = os.path.join(self.folder, self.options.sanitize or "target")
        self.run(*toolchains.swift("build", self.source, scratch, os.path.join(self.folder, "cache"), self.options.sanitize),
                 "--configuration", "release")
        return [os.path.join(scratch, "release", "FromSwift")]

    def julia(self):
        command = toolchains.julia(self.env)
        if self.options.rtld_global:
            load = 'using Libdl; dlopen("liblazuli.so.1", RTLD_GLOBAL | RTLD_NOW); include(popfirst!(ARGS))'
            command += ["-e", load]
        if self.options.sanitize:
            command.insert(1, "--check-bounds=yes")
        return command + [os.path.join(self.source, "main.jl")]


def split(text):
    """(what all languages print, what only this language prints)."""
    common, title, own = text.partition("only in ")
    own, last = own.rsplit("\n", 2)[:2] if title else ("", "")
    return common + last + "\n", title + own + "\n"


def compare(what, wanted, got, language):
    if wanted != got:
        sys.stdout.writelines(difflib.unified_diff(wanted.splitlines(True), got.splitlines(True), what, language))
        sys.exit(f"the output differs from {what}")


def floats(line):
    return [struct.unpack("!f", bytes.fromhex(word))[0] for word in line.split() if re.fullmatch("[0-9a-f]{8}", word)]


def find(text, title):
    return next(line for line in text.splitlines() if line.startswith(title + " "))[len(title):]


def check_numbers(text):
    """Checks what is known without Lazuli: the definition of GELU, and where the regression must end."""
    points = [-3, -1.5, -0.75, -0.25, 0, 0.5, 1, 2.5]
    values = [0.5 * x * (1 + math.erf(x / math.sqrt(2))) for x in points]
    slopes = [0.5 * (1 + math.erf(x / math.sqrt(2))) + x * math.exp(-x * x / 2) / math.sqrt(2 * math.pi)
              for x in points]
    wanted = [("gelu", values, 1e-6), ("gelu gradient", slopes, 1e-6), ("executable", values, 1e-6),
              ("regression weights", [1, -2, 3, 0.5], 0.05), ("regression bias", [0.25], 0.05),
              ("module", values, 1e-3)]  # by tanh
    for title, numbers, tolerance in wanted:
        got = floats(find(text, title))
        if len(got) != len(numbers) or any(abs(a - b) > tolerance for a, b in zip(got, numbers)):
            sys.exit(f"'{title}' is {got}, expected {numbers} within {tolerance}")
    if int(find(text, "regression barriers").split()[-1]) > 2:
        sys.exit("the regression took more than two compilations")
    for line in ("shared in place: 1", "given back: 1", "reading the donated input: code 9",
                 "error: code 3, op add, at the caller's line: 1", "handles made 100000, left 0",
                 "handles at the end 0"):
        if line not in text.splitlines():
            sys.exit(f"'{line}' was not printed")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("language", choices=["c", "cpp", "lapack", "llvm", "neighbours", "python", "rust", "swift", "julia"])
    for name, default in (("prefix", None), ("work", None), ("libdir", "lib"), ("cc", "cc"), ("cxx", "c++"),
                          ("sanitize", "")):
        parser.add_argument("--" + name, default=default, required=default is None)
    parser.add_argument("--static", action="store_true")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--numpy", action="store_true")
    parser.add_argument("--global", dest="rtld_global", action="store_true")
    options = parser.parse_args()
    builder = Builder(options)
    if options.language in ("lapack", "llvm", "neighbours"):
        getattr(builder, options.language)()
        return
    command = getattr(builder, options.language)() + [MODULE]
    if options.alone and "(NEEDED)" in builder.output("readelf", "-d", command[0]):
        sys.exit("the program needs shared libraries")
    if options.static and "liblazuli" in "".join(builder.output("readelf", "-d", command[0])):
        sys.exit("the program needs liblazuli.so: it was not linked statically")
    text = builder.run(*command, stdout=subprocess.PIPE, text=True).stdout
    text = PLACES.sub("", text)
    common, own = split(text)
    if options.language == "c" and not (options.sanitize or options.static or options.alone):
        check_numbers(common)
        with open(os.path.join(options.work, "c.txt"), "w", encoding="utf-8") as file:
            file.write(common)
    with open(os.path.join(options.work, "c.txt"), encoding="utf-8") as file:
        compare("what the C program prints", file.read(), common, options.language)
    with open(os.path.join(builder.source, "expected.txt"), encoding="utf-8") as file:
        compare("expected.txt", file.read(), own, options.language)
    print(f"{len(text.splitlines())} lines as expected")


if __name__ == "__main__":
    main()
