"""Declares the functions emitX of emit/math from their definitions. So the name of a function is written only in its
definition and in the op entry that uses it.

usage: gen_declarations.py OUT.h.inc A.cc B.cc ...
"""

import re
import sys

# Matches mlir::Value emitX(LaneBuilder& b, mlir::Value x, ...) { at the start of a line.
DEFINITION = re.compile(r"^(mlir::Value emit\w+\(LaneBuilder& b[^{;]*\)) \{", re.MULTILINE)


def main() -> None:
    out, *sources = sys.argv[1:]
    lines = ["// Made by gen_declarations.py."]
    for source in sources:
        with open(source, encoding="utf-8") as file:
            definitions = DEFINITION.findall(file.read())
        lines += [re.sub(r"\s+", " ", definition) + ";" for definition in definitions]
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
