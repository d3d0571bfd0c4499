"""Compares the ABI that the headers describe with the committed ABI (abi/lazuli.abi): functions with their
parameters, structs with their layout, and constants with their values.

  abi.py --headers FOLDER --work FOLDER --cc CC [--update [--break]]

The ABI is read from a library of empty functions that is made from the headers. So it does not depend on the
compiler of a build or on the code of the library. Exit status 77: abidw is not installed.

The test fails, with a report, in two cases. First, a change breaks existing callers: add a function or field of a
new name instead. Second, an addition is not in the committed file yet: --update adds it there. --update refuses
changes that break callers. With --break it accepts them, for a new major version."""
import argparse
import os
import re
import shutil
import subprocess
import sys

import make_calls

HERE = os.path.dirname(os.path.abspath(__file__))
BASELINE = os.path.join(HERE, "abi", "lazuli.abi")
SUPPRESSIONS = os.path.join(HERE, "abi", "suppressions.ini")
# All types are loaded, because functions take enumerations as int32_t, so no function refers to an
# enumeration type. Locations and paths are left out, because they would differ between machines.
ABIDW = ["abidw", "--load-all-types", "--drop-private-types", "--no-corpus-path", "--no-show-locs", "--no-comp-dir-path",
         "--no-elf-needed", "--no-architecture", "--type-id-style", "hash"]
NOT_RUN = 77


def empty_functions(headers):
    yield "#include <lazuli/lazuli.h>\n#include <lazuli/dlpack_types.h>\n"
    for returns, name, parameters in make_calls.declarations(headers):
        returns, parameters = make_calls.plain(returns), ", ".join(map(make_calls.plain, parameters))
        body = "" if returns == "void" else "  return 0;\n"
        yield f"{returns} {name}({parameters or 'void'}) {{\n{body}}}\n"


ANONYMOUS = re.compile(r"(<enum-decl name=')__anonymous_enum__\d*(') is-anonymous='yes'([^>]*>\s*<underlying-type [^>]*>\s*<enumerator name='(\w+)')")


def name_enumerations(text):
    """Gives each enumeration without a name the name of its first constant. Otherwise abidw numbers such
    enumerations, and a new one would change the names of others."""
    return ANONYMOUS.sub(r"\1enum_of_\4\2\3", text)


def describe(options):
    """Writes the file that describes the current ABI."""
    source, library, out = (os.path.join(options.work, name) for name in ("abi.c", "libabi.so", "lazuli.abi"))
    with open(source, "w", encoding="utf-8") as file:
        file.writelines(empty_functions(options.headers))
    subprocess.run([options.cc, "-std=c11", "-w", "-shared", "-fPIC", "-g", "-gdwarf-4", "-fno-eliminate-unused-debug-types",
                    f"-fdebug-prefix-map={options.work}=.", "-I", os.path.dirname(options.headers), source, "-o", library], check=True)
    subprocess.run([*ABIDW, "--headers-dir", options.headers, "--out-file", out, library], check=True)
    with open(out, encoding="utf-8") as file:
        text = name_enumerations(file.read())
    with open(out, "w", encoding="utf-8") as file:
        file.write(text)
    return out


def differs(now, *how, counts=lambda report: True):
    """Returns whether the report contains differences that matter. If it does, prints the report."""
    command = ["abidiff", "--non-reachable-types", *how, BASELINE, now]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode == 0 or not counts(result.stdout):
        return False
    print(result.stdout, result.stderr, sep="")
    return True


def breaks(report):
    """Returns true for removals and changes. Additions break no caller. But abidiff also lists added types that no
    function mentions, such as enumerations."""
    return "summary" not in report or re.search(r"\b[1-9]\d* (removed|changed)\b", report, re.IGNORECASE)


def main():
    parser = argparse.ArgumentParser()
    for name in ("headers", "work", "cc"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--break", dest="may_break", action="store_true")
    options = parser.parse_args()
    if not shutil.which("abidw"):
        print("not run: abidw is not installed; scripts/lz setup")
        sys.exit(NOT_RUN)
    options.headers = os.path.abspath(options.headers)
    os.makedirs(options.work, exist_ok=True)
    now = describe(options)
    known = os.path.exists(BASELINE)
    if known and not options.may_break and differs(now, "--suppressions", SUPPRESSIONS, "--no-added-syms", counts=breaks):
        sys.exit("this breaks programs compiled with the headers before: leave what there is and add under a new name")
    if options.update:
        shutil.copyfile(now, BASELINE)
    elif differs(now, "--harmless"):
        sys.exit("nothing breaks, but additions are not in tests/capi/abi/lazuli.abi; renew it with "
                 "'cmake --build BUILD --target update_abi', and raise lz_abi_version")


if __name__ == "__main__":
    main()
