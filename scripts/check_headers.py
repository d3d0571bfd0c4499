#!/usr/bin/env python3
"""Checks that the comment of each function of the public headers says what callers must know.

  text       a /** comment */ before the function, or one that it shares with the functions above it; retain and release
             need none
  since      'Since N.' in this comment or after the function; the newest N of all is LZ_ABI_VERSION
  thread     LZ_ANY_THREAD or LZ_ONE_THREAD
  ownership  LZ_OWNED or LZ_BORROWED for each pointer that the function gives, by an out-parameter or as its result
  errors     'Errors: ...' in the comment if the function returns lz_status* LZ_NULLABLE, or 'Errors of all functions here:
             ...' in the header's first comment; and LZ_CHECK, so that compilers warn if the status is ignored"""
import re

from common import finish
from headers import FOLDER, THREADS, headers

OWNERSHIP = {"LZ_OWNED", "LZ_BORROWED"}
ERRORS_OF_ALL = "Errors of all functions here:"
COUNTED = re.compile(r"lz_\w+_(retain|release)")


def text_findings(header, function):
    said = f"{function.text} {function.note}"
    if not COUNTED.fullmatch(function.name):
        if not re.sub(r"Since\s+\d+\.", "", said).strip():
            yield "no comment says what it does"
        elif function.text and not function.for_documentation:
            yield "its comment does not begin with /**"
    if function.since() is None:
        yield "it does not say 'Since N.'"
    if function.returns_status() and "Errors:" not in said and ERRORS_OF_ALL not in header.text:
        yield "it does not say 'Errors: ...'; 'Errors: of handles.' if there are no others"


def mark_findings(function):
    if len(function.threads()) != 1:
        yield f"it has {len(function.threads())} thread classes; one of {', '.join(THREADS)}"
    for member in function.members:
        if member.is_out_pointer() and len(member.marks & OWNERSHIP) != 1:
            yield f"'{member.name}' is neither LZ_OWNED nor LZ_BORROWED"
    if function.returns_status():
        if "LZ_CHECK" not in function.return_marks():
            yield "its status may be ignored; LZ_CHECK"
    elif function.returns().endswith("*") and len(function.return_marks() & OWNERSHIP) != 1:
        yield "its result is neither LZ_OWNED nor LZ_BORROWED"


def main():
    findings, newest = [], 0
    all_headers = headers()
    for header in all_headers:
        for function in header.functions():
            newest = max(newest, function.since() or 0)
            findings += [f"{FOLDER}/{header.name}:{function.line}: {function.name}: {finding}"
                         for finding in (*text_findings(header, function), *mark_findings(function))]
    version = next(d.value for h in all_headers for d in h.declarations if d.name == "LZ_ABI_VERSION")
    if version != str(newest):
        findings.append(f"{FOLDER}/base.h: LZ_ABI_VERSION is {version}, but the newest function is since {newest}")
    finish("headers", findings)


if __name__ == "__main__":
    main()
