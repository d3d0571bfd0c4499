#!/usr/bin/env python3
"""Compares docs/lazy-behaviours.md with the tests that it names. Each test of the page must be defined, be called by
its program, and have the number of its row in CTest. Each test of tests/capi/lazy must be on the page. A name
with a point is a test of GoogleTest. CI runs all tests of CTest."""
import os
import re

from common import ROOT, finish, read, sources

PAGE = "docs/lazy-behaviours.md"
FOLDER = "tests/capi/lazy"
LEFT_OUT = {42, 44}  # random numbers and mixed precision
ROW = re.compile(r"^\| (\d+) \| .* \| (.*) \|$", re.M)
DEFINED = re.compile(r"^static void (behaviour(\d\d)_\w+)\(void\) \{", re.M)
CALLED = re.compile(r"^  (behaviour\d\d_\w+)\(\);", re.M)


def rows(page):
    """number -> the names of its tests; None if it is open."""
    return {int(number): None if tests == "open" else re.findall(r"`([^`]+)`", tests) for number, tests in ROW.findall(page)}


def programs():
    """name of a test -> (its number, its file), for tests that run."""
    registered = set(re.findall(r"lz_add_capi_test\((lazy/\w+)(?: CXX)?\)", read("tests/capi/CMakeLists.txt")))
    found = {}
    for name in sorted(os.listdir(os.path.join(ROOT, FOLDER))):
        path = f"{FOLDER}/{name}"
        text = read(path)
        called = set(CALLED.findall(text))
        for test, number in DEFINED.findall(text):
            runs = test in called and "lazy/" + name.removesuffix(".c") in registered
            found[test] = (int(number), path, runs)
    return found


def findings_of(table, tests, unit_tests):
    for number in sorted(set(range(1, 51)) - LEFT_OUT - set(table)):
        yield f"{PAGE}: behaviour {number} is missing"
    named = {test: number for number, names in table.items() for test in names or []}
    for test, number in named.items():
        if "." in test:
            if test not in unit_tests:
                yield f"{PAGE}: behaviour {number}: there is no test {test}"
        elif test not in tests:
            yield f"{PAGE}: behaviour {number}: there is no test {test} in {FOLDER}"
        elif tests[test][0] != number:
            yield f"{tests[test][1]}: {test}: the page has it as behaviour {number}"
    for test, (_, path, runs) in tests.items():
        if not runs:
            yield f"{path}: {test} is never run"
        if test not in named:
            yield f"{path}: {test} is not in {PAGE}"


def main():
    unit_tests = {f"{suite}.{name}" for path in sources(".cc") if path.startswith("tests/unit/")
                  for suite, name in re.findall(r"^TEST(?:_F)?\((\w+), (\w+)\)", read(path), re.M)}
    finish("behaviours", list(findings_of(rows(read(PAGE)), programs(), unit_tests)))


if __name__ == "__main__":
    main()
