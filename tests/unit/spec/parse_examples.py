#!/usr/bin/env python3
"""Parses the example of every op entry: parse_examples.py LZ-OPT OPS.json

  %z = stablehlo.add %x, %y : tensor<2xf32>   becomes   func.func @add(%x: tensor<2xf32>, %y: tensor<2xf32>) { ... }
"""
import json
import re
import subprocess
import sys

TYPE = r"tensor<(?:[^<>]|<[^<>]*>)*>"


def operands_of(example):
    text = example.split("=", 1)[1] if example.startswith("%z") else example
    return re.findall(r"%\w+", text)


def types_of(example, count):
    """Returns the types of the operands, from the types before the arrow. If there are fewer types than operands,
    the last type is that of all other operands."""
    listed = re.findall(TYPE, re.split(r" : (?=\(|tensor)", example)[-1].split("->")[0])
    return (listed + [listed[-1]] * count)[:count] if listed else []


def main():
    lz_opt, manifest = sys.argv[1:]
    functions = []
    for op in json.load(open(manifest))["ops"]:
        if not op["example"]:
            continue
        operands = operands_of(op["example"])
        parameters = ", ".join(f"{o}: {t}" for o, t in zip(operands, types_of(op["example"], len(operands))))
        functions.append(f"func.func @{op['name']}({parameters}) {{\n  {op['example']}\n  return\n}}\n")
    text = "\n".join(functions)
    result = subprocess.run([lz_opt, "-"], input=text, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(result.stderr)
    again = subprocess.run([lz_opt, "-"], input=result.stdout, capture_output=True, text=True)
    if again.stdout != result.stdout:
        sys.exit("printing and parsing again changes the text:\n" + result.stdout + again.stdout + again.stderr)
    print(f"{len(functions)} examples")


if __name__ == "__main__":
    main()
