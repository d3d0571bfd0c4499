#!/usr/bin/env python3
"""Checks that no exception leaves the library: each exported function must be one call of a function that catches
all exceptions (capi/Handles.h).

A function that returns lz_status* is `return guarded("its own name", ...)`, and a getter is `return ask(...)`.
Other functions are `retain(...)`, `release(...)` or `quietly(...)`. The list below has exceptions with their
reasons. The functions of ops are generated. They are checked in the same way, but call `recording` instead of
`guarded`."""
import os
import re
import sys

from common import ROOT, finish, read, sources, tracked

sys.path.insert(0, os.path.join(ROOT, "impl/spec/gen"))
import c_api
import gen_ops

LLVM = "/usr/lib/llvm-19"
# name -> why nothing in it can throw
REASONS = {
    "lz_abi_version": "a number",
    "lz_dtype_bits": "reads a table of numbers",
    "lz_dtype_name": "reads a table of literals",
    "lz_dtype_size": "reads a table of numbers",
    "lz_live_handles": "reads an atomic number",
    "lz_version": "a number",
}
DEFINITION = re.compile(r"^([\w ]+?[\w*] ?\**)\b(lz_\w+)\(([^;{}]*?)\) \{\n(.*?)^\}$", re.M | re.S)
QUIET = re.compile(r"(return ask|retain|release|quietly)\(")


def declared():
    for path in tracked():
        if re.fullmatch(r"include/lazuli/\w+\.h", path):
            code = re.sub(r"/\*.*?\*/|^#.*?$", "", read(path), flags=re.S | re.M)
            for text in re.findall(r"\bLZ_API\b([^;]*);", code):
                yield re.search(r"\b(lz_\w+)\s*\(", text)[1]


def is_one_call(body):
    """True if the body is one statement. Then the parenthesis that the call opens is closed at the end of the body."""
    depth = 0
    for position, character in enumerate(body):
        depth += (character in "({[") - (character in ")}]")
        if depth == 0 and character == ";":
            return position == len(body) - 1
    return False


def finding(returns, name, body, guard):
    body = re.sub(r"^\s*//.*\n", "", body, flags=re.M).strip()
    if name in REASONS:
        return None
    if returns.strip() == "lz_status*":
        if body.startswith(f'return {guard}("{name}",') and is_one_call(body):
            return None
        return f'{name}: its body is not one call of {guard}("{name}", ...)'
    if QUIET.match(body) and is_one_call(body):
        return None
    return f"{name}: its body is not one call of ask, retain, release or quietly"


def generated():
    ops, enums = gen_ops.load(f"{LLVM}/bin/llvm-tblgen", f"{LLVM}/include")
    return c_api.capi_bodies(ops, enums)


def main():
    findings, seen = [], set()
    written = [(path, read(path), "guarded") for path in sources(".cc") if path.startswith("capi/")]
    for path, text, guard in written + [("impl/spec/gen/c_api.py", generated(), "recording")]:
        for returns, name, _, body in DEFINITION.findall(text):
            seen.add(name)
            if problem := finding(returns, name, body, guard):
                findings.append(f"{path}: {problem}")
    findings += [f"{name}: declared, but its definition was not found" for name in declared() if name not in seen]
    finish("guards", findings)


if __name__ == "__main__":
    main()
