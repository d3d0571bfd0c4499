#!/usr/bin/env python3
"""Tests the generator of the raw layers. It must write the same texts each time, keep files that are written by
hand, and return the files that have changed. Its model must contain everything that an op needs."""
import os
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "bindings", "gen"))
import generate
from model import Model


def check(what, condition):
    if not condition:
        sys.exit(f"failed: {what}")


def test_folder(files):
    with tempfile.TemporaryDirectory() as folder:
        def put(name, text):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)

        check("all files are new", generate.write(folder, files) == sorted(files))
        check("nothing changes", generate.write(folder, files) == [])
        first = sorted(files)[0]
        put("Own.txt", "by hand\n")
        put(first, files[first] + "more\n")
        check("a change is seen", generate.written(folder) != files)
        check("the change goes", generate.write(folder, files) == [first])
        put("Old.txt", f"# {generate.MARK} from what is gone.\n")
        check("what is gone goes", generate.write(folder, files) == ["Old.txt"])
        check("what is written by hand stays", os.path.exists(os.path.join(folder, "Own.txt")))


def test_model(model):
    ops = {op.name: op for op in model.ops}
    check("ops that functions of their own record are left out", "constant" not in ops and "add" in ops)
    check("an op without operands has a device", [a.kind for a in ops["iota"].operands()] == ["device"])
    check("fields of a struct are attributes", ops["convolution"].attributes()[-1].name == "dtype")
    counts = {a.name: a.default for a in ops["convolution"].attributes()}
    check("defaults are those of the entries", counts["feature_group_count"] == 1 and counts["padding"] == [])
    check("an enumeration has a case as default", ops["compare"].attributes()[1].default == "NOTYPE")
    check("results may be as many as a function has", ops["case"].results_of == "branches")
    check("results have names", ops["top_k"].results == ["values", "indices"])
    for op in model.ops:
        lists = [a for a in op.arguments if a.is_list()]
        check(f"lists of {op.name} have a length", all(a.length for a in lists))
        check(f"{op.name} has a documentation", op.documentation)


def main():
    model = Model()
    test_model(model)
    for back_end in generate.BACK_ENDS.values():
        files = back_end.files(model)
        check("texts are the same each time", files == back_end.files(Model()))
        test_folder(files)


if __name__ == "__main__":
    main()
