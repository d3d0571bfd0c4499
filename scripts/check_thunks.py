#!/usr/bin/env python3
"""Checks that a kind of thunk occurs in at most three files of impl, besides the list of kinds and the schema of
files.

The kinds are those of impl/exec/thunks/Kinds.def. Spellings of LZ_THUNK_KIND(Copy, ...):

  its class   CopyThunk
  its table   fb::Copy, fb::CreateCopy
  its parts   exec/thunks/Copy.h
  its maker   makeCopy(...), readCopy(...)
"""
import re

from common import finish, read, sources

MAX_FILES = 3
LIST = "impl/exec/thunks/Kinds.def"
DECLARED = "impl/exec/thunks/Kinds.h"  # all kinds, from the list


def spelling(kind):
    return re.compile(rf"\b{kind}Thunk\b|\bfb::(Create)?{kind}\b|\bexec/thunks/{kind}\.h\b|\bexec::{kind}\b|"
                      rf"\b(make|read){kind}\(")


def places(kind, texts):
    named = spelling(kind)
    own = [f"impl/exec/thunks/{kind}{ending}" for ending in (".h", ".cc")]
    return sorted({*(path for path in own if path in texts), *(path for path, text in texts.items() if named.search(text))})


def self_test():
    texts = {"impl/exec/thunks/Copy.cc": "", "a.cc": "makeCopy(1, 2)", "b.h": "exec::Copy copy;", "c.cc": "exec::CopyMore",
             "d.cc": "fb::CreateCopy(b)"}
    assert places("Copy", texts) == ["a.cc", "b.h", "d.cc", "impl/exec/thunks/Copy.cc"]


def main():
    self_test()
    kinds = re.findall(r"^LZ_THUNK_KIND\((\w+),", read(LIST), re.M)
    texts = {path: read(path) for path in sources(".h", ".cc") if path.startswith("impl/") and path != DECLARED}
    findings = [] if kinds else [f"{LIST}: has no kinds"]
    for kind in kinds:
        files = places(kind, texts)
        if len(files) > MAX_FILES:
            findings.append(f"{kind}: its name stands in {len(files)} files: {', '.join(files)}")
    finish("thunks", findings)


if __name__ == "__main__":
    main()
