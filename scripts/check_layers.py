#!/usr/bin/env python3
"""Checks that includes follow scripts/layers.toml. Each folder with sources is a layer, and may include only the
layers of its list. Circles are forbidden, except between a folder and the folder that contains it, if the file
gives a reason. Layers for which MLIR is banned must not include it. No layer may include hash
tables of Abseil.

Namespaces follow folders: a file of impl/region/index declares names in lz::region, in lz::index, or in a
namespace inside of these. A declaration without a definition (`class HostCalls;`) is in the namespace of the
folder that defines the name."""
import os
import re
import tomllib

from common import ROOT, finish, read, sources

INCLUDE = re.compile(r'^\s*#include\s+["<]([^">]+)[">]', re.M)
ABSEIL_HASH_TABLES = ("absl/container/flat_hash_", "absl/container/node_hash_")
NAMESPACE = re.compile(r"^namespace (lz\b[\w:]*) \{\n((?:(?:class|struct) \w+;(?: *//.*)?\n)+\})?", re.M)


def layer_of(path, layers):
    """'hlo/ir' for hlo/ir/Dialect.h: the longest name that fits."""
    fits = [l for l in layers if path.startswith(l + "/")]
    return max(fits, key=len) if fits else None


def is_mlir_free(layer, config):
    return layer is not None and any((layer + "/").startswith(folder + "/") for folder in config["mlir_free"]["folders"])


def expanded(layers):
    """The lists, with "base/*" written out."""
    def written_out(layer, names):
        for name in names:
            folder = name.removesuffix("/*")
            yield from [l for l in layers if (l + "/").startswith(folder + "/") and l != layer] if folder != name else [name]
    return {layer: list(dict.fromkeys(written_out(layer, names))) for layer, names in layers.items()}


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


def check_lists(layers, both_ways):
    """Removes the includes of parent folders by the folders of `both_ways`. Then there must be no circle. With these
    includes, each folder of `both_ways` must be in a circle."""
    for layer in both_ways:
        around = os.path.dirname(layer)
        if layer not in layers.get(around, []) or around not in layers.get(layer, []):
            yield f"both_ways: {layer} and {around or 'impl'} do not name each other in their lists"
    ways_down = {layer: [name for name in names if layer not in both_ways or name != os.path.dirname(layer)]
                 for layer, names in layers.items()}
    if cycle := find_cycle(ways_down):
        yield "circle: " + " -> ".join(cycle)


def check_file(path, inside, config, exists=lambda path: False):
    layers = config["layers"]
    layer = layer_of(inside, layers)
    if layer is None or layer != os.path.dirname(inside) and layer not in config.get("whole", []):
        return [f"{path}: its folder is no layer of scripts/layers.toml"]
    findings = []
    for target in INCLUDE.findall(read(path)):
        if target.startswith(("mlir/", "llvm/", "llvm-c/", "mlir-c/")):
            if is_mlir_free(layer, config) or inside in config["mlir_free"]["headers"]:
                findings.append(f"{path}: includes {target}, but {layer} is free of MLIR and LLVM")
            continue
        if target.startswith(ABSEIL_HASH_TABLES):
            findings.append(f"{path}: includes {target}, whose tables do not survive a lack of memory; base/HashMap.h does")
            continue
        if inside.startswith("capi/") and exists("capi/" + target):
            target = "capi/" + target
        other = layer_of(target, layers) or ("lazuli" if target.startswith("lazuli/") else None)
        if other and other != layer and other not in layers[layer]:
            findings.append(f"{path}: {layer} may not include {other} ({target})")
        if layer_of(inside, ["lazy"]) and layer_of(target, ["compiler"]) and target != "compiler/Compiler.h":
            findings.append(f"{path}: lazy sees only compiler/Compiler.h")
    return findings


def check_namespaces(path, inside, text, exceptions):
    """Returns no findings if each namespace is that of a folder above the file, or if the file or its folder is an
    exception."""
    folders = os.path.dirname(inside).split("/")
    allowed = {f"lz::{folder}" for folder in folders}
    for place, names in exceptions.items():
        if inside == place or inside.startswith(place + "/"):
            allowed |= names.keys()
    for name, is_declared_elsewhere in NAMESPACE.findall(text):
        if not is_declared_elsewhere and name not in allowed and "::".join(name.split("::")[:2]) not in allowed - {"lz"}:
            yield f"{path}: declares in {name}, and not in {' or '.join(f'lz::{folder}' for folder in folders)}"


def check_plugin(path):
    """The plugin for PJRT stands on the public C API alone."""
    folder = os.path.dirname(path)
    for target in INCLUDE.findall(read(path)):
        is_generated = target in ("pjrt_api.h", "pjrt_slots.inc")
        if "/" in target and not target.startswith("lazuli/"):
            yield f"{path}: includes {target}; the plugin may use the public C API only"
        elif f'"{target}"' in read(path) and "/" not in target and not is_generated and not os.path.exists(os.path.join(ROOT, folder, target)):
            yield f"{path}: includes {target}, which is not in its folder"


def self_test():
    text = "namespace lz {\nstruct A {};\n}\nnamespace lz::exec {\nclass HostCalls;\n}\n"
    assert len(list(check_namespaces("impl/a/b/A.h", "a/b/A.h", text, {}))) == 1
    assert not list(check_namespaces("impl/a/b/A.h", "a/b/A.h", text, {"a": {"lz": "why"}}))
    assert not list(check_namespaces("impl/a/b/A.h", "a/b/A.h", text.replace("lz {", "lz::b::c {"), {}))
    assert list(check_namespaces("impl/a/A.h", "a/A.h", text.replace("lz {", "lz::b {"), {"a": {"lz": "why"}}))
    layers = expanded({"a": ["b/*"], "b": ["b/c"], "b/c": ["b"], "b/d": ["b/c"]})
    assert layers["a"] == ["b", "b/c", "b/d"]
    assert list(check_lists(layers, {})) == ["circle: b -> b/c -> b"]
    assert not list(check_lists(layers, {"b/c": "why"}))
    assert len(list(check_lists(layers, {"b/c": "why", "b/d": "why"}))) == 1
    assert list(check_lists({**layers, "b/c": ["b", "b/d"]}, {"b/c": "why"})) == ["circle: b/c -> b/d -> b/c"]
    config = {"mlir_free": {"folders": ["b"]}}
    assert [is_mlir_free(layer, config) for layer in ("b", "b/c", "bc", "a", None)] == [True, True, False, False, False]


def main():
    self_test()
    config = tomllib.loads(read("scripts/layers.toml"))
    config["layers"] = expanded(config["layers"])
    findings = list(check_lists(config["layers"], config["both_ways"]))
    paths = sources(".h", ".cc", ".c")
    for path in paths:
        if path.startswith("impl/"):
            findings += check_namespaces(path, path.removeprefix("impl/"), read(path), config["namespaces"])
        if path.startswith("bindings/pjrt/plugin/"):
            findings += check_plugin(path)
        if path.startswith(("impl/", "capi/")):
            findings += check_file(path, path.removeprefix("impl/"), config, paths.__contains__)
    finish("layers", findings)


if __name__ == "__main__":
    main()
