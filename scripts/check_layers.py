#!/usr/bin/env python3
"""Includes follow scripts/layers.toml: nothing outside a layer's list, no cycle, no MLIR where it is banned."""
import re
import tomllib

from common import finish, read, sources

INCLUDE = re.compile(r'^\s*#include\s+["<]([^">]+)[">]', re.M)


def layer_of(path, layers):
    """'hlo/ir' for hlo/ir/Dialect.h; the longest name that fits."""
    fits = [l for l in layers if path.startswith(l + "/")]
    return max(fits, key=len) if fits else None


def find_cycle(layers):
    done, stack = set(), []

    def visit(layer):
        if layer in stack:
            return stack[stack.index(layer):] + [layer]
        if layer in done or layer not in layers:
            return None
        stack.append(layer)
        for below in layers[layer]:
            if cycle := visit(below):
                return cycle
        stack.pop()
        done.add(layer)
        return None

    for layer in layers:
        if cycle := visit(layer):
            return cycle
    return None


def check_file(path, inside, config):
    layers, free = config["layers"], config["mlir_free"]
    layer = layer_of(inside, layers)
    if layer is None:
        return [f"{path}: is in no layer of scripts/layers.toml"]
    findings = []
    mlir_free = layer in free["folders"] or inside in free["headers"]
    for target in INCLUDE.findall(read(path)):
        if target.startswith(("mlir/", "llvm/", "llvm-c/", "mlir-c/")):
            if mlir_free:
                findings.append(f"{path}: includes {target}, but {layer} is free of MLIR and LLVM")
            continue
        other = layer_of(target, layers) or ("lazuli" if target.startswith("lazuli/") else None)
        if other and other != layer and other not in layers[layer]:
            findings.append(f"{path}: {layer} may not include {other} ({target})")
        if layer == "lazy" and other == "compiler" and target != "compiler/Compiler.h":
            findings.append(f"{path}: lazy sees only compiler/Compiler.h")
    return findings


def main():
    config = tomllib.loads(read("scripts/layers.toml"))
    findings = []
    if cycle := find_cycle(config["layers"]):
        findings.append("cycle: " + " -> ".join(cycle))
    for path in sources(".h", ".cc", ".c"):
        if path.startswith("impl/"):
            findings += check_file(path, path[len("impl/"):], config)
        elif path.startswith("capi/"):
            findings += check_file(path, path, config)
    finish("layers", findings)


if __name__ == "__main__":
    main()
