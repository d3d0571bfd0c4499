#!/usr/bin/env python3
"""Compares the structs of pjrt_api.h, as a C compiler lays them out, with those of the PyPI package pypjrt, which
libclang made from XLA's header. It compares the size of each struct, the offset of each field, the order of the
functions and the numbers of the enumerations.

    check_api.py --header FOLDER [--cc CC]     exits with 77 if this Python has no pypjrt"""
import argparse
import os
import subprocess
import sys
import tempfile

import generate


def offsets(header, cc):
    """{(struct, field): offset}, and the size of the declared fields as {(struct, ''): size}, of the C header."""
    lines = ['#include "pjrt_api.h"', "#include <stdio.h>", "int main(void) {"]
    for item in generate.read_all():
        if not isinstance(item, generate.Struct):
            continue
        name = "PJRT_" + item.name
        lines.append(f'printf("{name}  %zu\\n", (size_t){name}_STRUCT_SIZE);')
        for field in [field for _, fields in item.fields for field in fields]:
            lines.append(f'printf("{name} {field} %zu\\n", offsetof({name}, {field}));')
    for name, _ in generate.read_slots():
        lines.append(f'printf("PJRT_Api PJRT_{name} %zu\\n", offsetof(PJRT_Api, PJRT_{name}));')
    lines.append('printf("PJRT_Api  %zu\\n", (size_t)PJRT_Api_STRUCT_SIZE); return 0; }')
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "layout.c"), os.path.join(folder, "layout")
        generate.write(source, "\n".join(lines))
        subprocess.run([cc, "-std=c11", "-I", header, source, "-o", program], check=True)
        out = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    rows = [line.split(" ") for line in out.splitlines()]
    return {(struct, field): int(number) for struct, field, number in rows}


def other_offset(abi, struct, field):
    """What pypjrt says, or None if it has no such struct or field."""
    if not field:
        return getattr(abi, struct + "_STRUCT_SIZE", None)
    return getattr(getattr(getattr(abi, struct, None), field, None), "offset", None)


def compare(abi, found):
    for (struct, field), number in found.items():
        other = other_offset(abi, struct, field)
        # pypjrt states a size only for the structs that begin with one.
        if other is None and not field and hasattr(abi, struct):
            continue
        if other != number:
            yield f"{struct}.{field or 'size'}: {number} here, {other} in pypjrt"
    declared = {field for struct, field in found if field}
    for struct in {struct for struct, _ in found}:
        for name, *_ in getattr(getattr(abi, struct, None), "_fields_", []):
            if name not in declared and not name.startswith("_") and name not in ("struct_size", "extension_start", "pjrt_api_version"):
                yield f"{struct}.{name}: not declared here"
    slots = [f"PJRT_{name}" for name, _ in generate.read_slots()]
    if slots != list(abi.SLOT):
        yield "the functions of the table have another order"
    for item in generate.read_all():
        for name, number in getattr(item, "constants", []):
            full = f"PJRT_{item.prefix}_{name}"
            if getattr(abi, full, None) != number:
                yield f"{full}: {number} here, {getattr(abi, full, None)} in pypjrt"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--header", required=True)
    parser.add_argument("--cc", default="cc")
    arguments = parser.parse_args()
    try:
        from pypjrt._abi import pjrt_0_114 as abi
    except ImportError:
        print("skipped: this Python has no pypjrt (pip install pypjrt==0.1.1)")
        raise SystemExit(77)
    found = offsets(arguments.header, arguments.cc)
    differences = list(compare(abi, found))
    print("\n".join(differences))
    structs = len({struct for struct, _ in found})
    print(f"{structs} structs, {sum(1 for _, field in found if field)} fields, {len(generate.read_slots())} functions, {len(differences)} differences")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
