#!/usr/bin/env python3
"""Writes docs/languages/swift-reference.md from the public declarations of the package and their comments. With --check,
only checks whether the page is up to date."""
import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "..", "..", "docs", "languages", "swift-reference.md")
SECTIONS = [("Tensors", "Lazuli/Core"), ("Ops", "Lazuli/Ops"), ("Programs and gradients", "Lazuli/Programs"),
            ("Gradients by the compiler", "Lazuli/Differentiation"), ("Layers and training", "LazuliNN")]
TYPE = re.compile(r"^\s*(?:public )?(?:final )?(extension|struct|class|enum|protocol) ([A-Za-z0-9.]+)")
START = re.compile(r"^\s*public (?!import|protocol|extension)")
SKIPPED = re.compile(r"\b_vjp|static func \S* \(|typealias|var description|var debugDescription|required init")


def declaration(lines, index):
    """Returns the declaration that begins at this line, without its body, on one line."""
    text = ""
    for line in lines[index:]:
        text += " " + line.strip()
        if text.count("(") == text.count(")") and (line.rstrip().endswith("{") or "{" in line or text.count("(") == 0):
            break
        if text.count("(") == text.count(")") and not line.rstrip().endswith(("->", ",", ")")):
            break
    text = re.split(r" \{| = ", text.strip(), maxsplit=1)[0] if " func " not in text and " init" not in text else \
        re.sub(r"\s*\{.*$", "", text.strip())
    text = re.sub(r",? ?file: StaticString = #fileID, line: UInt = #line", "", text)
    return re.sub(r"\( ", "(", re.sub(r" \)", ")", re.sub(r"^public ", "", text)))


def comment_above(lines, index):
    """Returns the first paragraph of the comment above this line, or "" if there is none."""
    found = []
    index -= 1
    while index >= 0 and (lines[index].strip().startswith("@") or lines[index].strip().startswith("#")):
        index -= 1
    while index >= 0 and lines[index].strip().startswith("///"):
        found.insert(0, lines[index].strip()[3:].strip())
        index -= 1
    return " ".join(found[:found.index("")] if "" in found else found)


def entries(path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    owners = []  # (indent, name) of the types that enclose the line
    for index, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        while line.strip() and owners and owners[-1][0] >= indent:
            owners.pop()
        owner = owners[-1][1] if owners else ""
        match = TYPE.match(line)
        if match:
            owners.append((indent, match.group(2)))
        if not START.match(line) or SKIPPED.search(line):
            continue
        text, about = declaration(lines, index), comment_above(lines, index)
        if about:
            yield (owner + ": " if owner else "") + text.replace("`", ""), about


def page():
    lines = ["# Reference of Lazuli for Swift", "", "Made by `bindings/swift/make_reference.py` from the sources. "
             "[swift.md](swift.md) is the guide. Every function that records takes the", "caller's `file` and `line`, which are "
             "left out here.", ""]
    for title, folder in SECTIONS:
        lines += [f"## {title}", ""]
        for path in sorted(glob.glob(os.path.join(HERE, "Sources", folder, "*.swift"))):
            found = list(entries(path))
            if found:
                lines += [f"### {os.path.basename(path)[:-6]}", ""]
                lines += [f"- `{text}`<br>{about}" for text, about in found] + [""]
    return "\n".join(lines)


def main():
    text = page()
    if "--check" in sys.argv:
        with open(PAGE, encoding="utf-8") as file:
            if file.read() != text:
                sys.exit("docs/languages/swift-reference.md is not what the sources say; run bindings/swift/make_reference.py")
        return
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
