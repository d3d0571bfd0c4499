#!/usr/bin/env python3
"""Checks that a kind of stage occurs in at most four files of impl: its entry, and the files that build, print and
emit it.

The kinds are those of impl/schedule/StageKinds.def. Spellings of LZ_STAGE_KIND(Map, "map"):

  the entry    LZ_STAGE_KIND(Map, ...)
  the kind     StageKind::Map
  its emitter  emitMap(Stages& s, ...), in one file of impl/emit/stages
"""
import re

from common import finish, read, sources

MAX_FILES = 4
TABLE = "impl/schedule/StageKinds.def"
EMITTERS = "impl/emit/stages/"


def main():
    kinds = re.findall(r"^LZ_STAGE_KIND\((\w+),", read(TABLE), re.M)
    texts = {path: read(path) for path in sources(".h", ".cc", ".def") if path.startswith("impl/")}
    findings = []
    for kind in kinds:
        emitter = re.compile(rf"\bemit{kind}\(Stages& ")
        emitters = [path for path, text in texts.items() if path.startswith(EMITTERS) and emitter.search(text)]
        if len(emitters) != 1:
            findings.append(f"{kind}: emit{kind} stands in {len(emitters)} files of {EMITTERS}: {', '.join(emitters)}")
        named = re.compile(rf"\bStageKind::{kind}\b|^LZ_STAGE_KIND\({kind},", re.M)
        places = sorted({*emitters, *(path for path, text in texts.items() if named.search(text))})
        if len(places) > MAX_FILES:
            findings.append(f"{kind}: its name stands in {len(places)} files: {', '.join(places)}")
    finish("stages", findings)


if __name__ == "__main__":
    main()
