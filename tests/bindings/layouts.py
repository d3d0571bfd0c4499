#!/usr/bin/env python3
"""Checks Julia's raw layer against the C compiler: structs must have the same layout, constants must have the values
of the headers, and every declared function must be in the library. Exit status 77: Julia is not installed.

  layouts.py --prefix PREFIX --work FOLDER [--libdir lib] [--cc CC]"""
import argparse
import difflib
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "scripts"), os.path.join(ROOT, "bindings", "gen")]
import toolchains
from julia import name_in_julia
from model import Model


def c_program(model):
    lines = ["#include <lazuli/lazuli.h>", "#include <lazuli/dlpack_types.h>", "#include <stdio.h>", "int main(void) {"]
    for struct in model.structs.values():
        lines.append(f'  printf("{struct.name} %zu\\n", sizeof({struct.name}));')
        lines += [f'  printf("{struct.name}.{name_in_julia(f.name)} %zu\\n", offsetof({struct.name}, {f.name}));'
                  for f in struct.fields]
    for constant in constants(model):
        lines.append(f'  printf("{constant} %lld\\n", (long long){constant});')
    return "\n".join(lines + ["  return 0;", "}"]) + "\n"


def constants(model):
    return [constant.name for enum in model.enums.values() for constant in enum.constants]


def julia_program(model, library):
    lines = ["include(ARGS[1])", f'Raw.open_library("{library}")', "using .Raw"]
    for struct in model.structs.values():
        lines.append(f'println("{struct.name} ", sizeof(Raw.{struct.name}))')
        lines += [f'println("{struct.name}.{name_in_julia(f.name)} ", fieldoffset(Raw.{struct.name}, {i + 1}))'
                  for i, f in enumerate(struct.fields)]
    lines += [f'println("{constant} ", Raw.{constant})' for constant in constants(model)]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    for name, default in (("prefix", None), ("work", None), ("libdir", "lib"), ("cc", "cc")):
        parser.add_argument("--" + name, default=default, required=default is None)
    options = parser.parse_args()
    model, env = Model(), dict(os.environ)
    julia = toolchains.julia(env)
    sources = {"layouts.c": c_program(model),
               "layouts.jl": julia_program(model, os.path.join(options.prefix, options.libdir, "liblazuli.so"))}
    for name, text in sources.items():
        with open(os.path.join(options.work, name), "w", encoding="utf-8") as file:
            file.write(text)
    program = os.path.join(options.work, "layouts")
    subprocess.run([options.cc, "-I", os.path.join(options.prefix, "include"), program + ".c", "-o", program], check=True)
    c = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout
    raw = os.path.join(ROOT, "bindings", "julia", "src", "raw", "Raw.jl")
    got = subprocess.run([*julia, program + ".jl", raw], env=env, check=True, stdout=subprocess.PIPE, text=True).stdout
    if c != got:
        sys.stdout.writelines(difflib.unified_diff(c.splitlines(True), got.splitlines(True), "C", "Julia"))
        sys.exit("the layouts differ")
    print(f"{len(c.splitlines())} sizes, offsets and constants are the same")


if __name__ == "__main__":
    main()
