#!/usr/bin/env python3
"""Checks that everything that the project's Markdown names exists: each relative link with its heading, and each
path in backticks.

A path is a word in backticks with a slash. It is relative to the root, to impl, to include, to the folder of the
page, to the folder that the page is about (SUBJECTS), or, in a row of a table, to a folder that the first cell
names. A path may omit its ending (`fusion/FormRegions`). It may contain placeholders, as in
`impl/spec/ops/<family>.td` and `examples/*.c`. Then a file must match it."""
import fnmatch
import itertools
import os
import re

from common import finish, read, tracked

SUBJECTS = {
    "bindings/README.md": ["bindings/julia", "bindings/swift"],
    "docs/contractions.md": ["impl/contraction"],
    "docs/emitters.md": ["impl/emit"],
    "docs/fft.md": ["impl/fft"],
    "docs/languages/julia.md": ["bindings/julia", "bindings/julia/test"],
    "docs/languages/swift.md": ["bindings/swift"],
}
# page -> why its paths are not looked up. Its links are looked up, as on all pages.
PATHS_OF_OTHERS = {
    "docs/api/*": "generated from the headers, whose paths stand there",
    "docs/conformance.md": "generated; names files of the trees of StableHLO and XLA",
}
# Paths that are not of the tree, and why.
ELSEWHERE = [
    (re.compile(r"(build|BUILD)/"), "made by a build"),
    (re.compile(r".*\.inc(\.h)?$"), "generated while the library is built"),
    (re.compile(r"(bin|lib|share)/"), "of an installation"),
    (re.compile(r"\./"), "of a folder of the reader"),
]

CODE = re.compile(r"^ *(```+).*?^ *\1`*$|^    [^\n]*$", re.S | re.M)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#\s:]*)(?:#([^)\s]*))?\)")
PATH = re.compile(r"[\w.-]+(?:/[\w.*{},<>-]+)+/?")
HEADING = re.compile(r"^#+ (.*?)#*$", re.M)


class Tree:
    """The files of the project by name, with the folders that contain them, and the names without endings."""

    def __init__(self, files):
        self.files = files
        self.names = set(files) | {os.path.splitext(file)[0] for file in files}
        for file in files:
            while file := os.path.dirname(file):
                self.names.add(file)

    def has(self, path):
        pattern = re.sub(r"<\w+>", "*", path)
        if "*" not in pattern and "{" not in pattern:
            return path in self.names
        return all(fnmatch.filter(self.names, part) for part in alternatives(pattern))


def alternatives(pattern):
    """`a.{h,cc}` -> `a.h`, `a.cc`."""
    parts = [part[1:-1].split(",") if part.startswith("{") else [part] for part in re.split(r"(\{[^}]*\})", pattern)]
    return ["".join(chosen) for chosen in itertools.product(*parts)]


def without_code(text):
    """The text with blocks of code, fenced or indented, replaced by empty lines, so that lines keep their numbers."""
    return CODE.sub(lambda match: "\n" * match[0].count("\n"), text)


def anchors(text):
    """The names by which links refer to the headings of a page, as GitHub makes them."""
    titles = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title) for title in HEADING.findall(without_code(text)))
    slugs = [re.sub(r"[^\w -]", "", title.strip().lower()).replace(" ", "-") for title in titles]
    return {slug if not slugs[:at].count(slug) else f"{slug}-{slugs[:at].count(slug)}" for at, slug in enumerate(slugs)}


def links(page, text, tree, text_of):
    for line_number, line in enumerate(without_code(text).splitlines(), 1):
        for path, anchor in LINK.findall(SPAN.sub("", line)):
            target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if target not in tree.names and target != ".":
                yield line_number, f"the link to {path}: there is no {target}"
            elif anchor and target.endswith(".md") and anchor not in anchors(text_of(target)):
                yield line_number, f"the link to {path}#{anchor}: {target} has no such heading"


def words(span):
    return [word.strip("(),;:") for word in span.split()]


def folders_of_row(line, page):
    """The folders that the first cell of a row names or links."""
    if not line.startswith("|"):
        return []
    cell = line.split("|")[1]
    return SPAN.findall(cell) + [os.path.join(os.path.dirname(page), path) for path, _ in LINK.findall(cell) if path]


def paths(page, text, tree):
    for line_number, line in enumerate(without_code(text).splitlines(), 1):
        folders = ["", "impl", "include", os.path.dirname(page)] + SUBJECTS.get(page, []) + folders_of_row(line, page)
        for path in itertools.chain.from_iterable(map(words, SPAN.findall(line))):
            if not PATH.fullmatch(path) or any(rule.match(path) for rule, _ in ELSEWHERE):
                continue
            if not any(tree.has(os.path.normpath(os.path.join(folder, path))) for folder in folders):
                yield line_number, f"`{path}`: there is no such file or folder"


def findings_of(page, text, tree, text_of):
    found = list(links(page, text, tree, text_of))
    if not any(fnmatch.fnmatch(page, pattern) for pattern in PATHS_OF_OTHERS):
        found += paths(page, text, tree)
    return [f"{page}:{line_number}: {message}" for line_number, message in sorted(found)]


def self_test():
    tree = Tree(["docs/a.md", "docs/b.md", "impl/fft/run/Passes.cc", "impl/fft/Plan.h", "include/lazuli/base.h"])
    pages = {"docs/a.md": "# A `b`, c\n# Two\n# Two\n"}
    said = lambda text, page="docs/b.md": [finding.split(": ", 1)[1] for finding in findings_of(page, text, tree, pages.get)]
    for good in ("[a](a.md#a-b-c)", "[a](a.md#two-1)", "[w](https://x.org/y)", "`fft/run/Passes` `lazuli/base.h` `a.md` `impl/fft`",
                 "`fft/<part>/*.cc`", "`fft/Plan.{h}`", "| `impl/fft` | `run/Passes.cc` |", "```\n[a](c.md) `x/y`\n```", "    %1 = Less[T](%0)", "`[a](c.md)`",
                 "`cmake --build build/dev` `lib/liblazuli.a` `./x/y` `fft/Table.inc.h` `/tmp/x`"):
        assert not said(good), good
    assert said("[c](c.md)") == ["the link to c.md: there is no docs/c.md"]
    assert said("[a](a.md#three)") == ["the link to a.md#three: docs/a.md has no such heading"]
    for bad in ("`fft/Passes.cc`", "`run/Passes.cc`", "`fft/<part>/*.h`", "`fft/{Plan,Plans}.h`", "see `lz check fft/Plans.h`."):
        assert len(said(bad)) == 1, bad
    assert not said("`run/Passes.cc`", "docs/fft.md") and not said("`of/others.mlir`", "docs/conformance.md")
    assert findings_of("docs/b.md", "```\n\n```\n`x/y`", tree, pages.get)[0].startswith("docs/b.md:4: ")


def main():
    self_test()
    tree = Tree(tracked())
    pages = [file for file in tree.files if file.endswith(".md")]
    finish("docs", [finding for page in pages for finding in findings_of(page, read(page), tree, read)])


if __name__ == "__main__":
    main()
