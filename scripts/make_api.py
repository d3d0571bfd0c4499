#!/usr/bin/env python3
"""Writes docs/api, the reference of the C API, from the public headers."""
import itertools
import os
import re
import textwrap

from common import ROOT
from headers import THREADS, headers, plain

FOLDER = "docs/api"
NOTE = "<!-- Made by 'scripts/lz api' from include/lazuli. -->\n"
HANDLES = "Objects behind pointers, which have references."
SECTIONS = (("Macros", ("macro",)), ("Types", ("type", "enum", "struct")), ("Functions", ("function",)))


def anchor(title):
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def title_of(group):
    if all(re.fullmatch(r"typedef struct (\w+) \1;", d.code) for d in group):
        return "Handles"
    names = list(dict.fromkeys(d.name for d in group if d.name))
    return ", ".join(names) or group[0].members[0].name


def page_of(header):
    return header.name.removesuffix(".h") + ".md"


def shown(declaration):
    """False for the headers' own macros, which have neither a note nor a number."""
    if declaration.kind != "macro":
        return True
    return bool(declaration.note or declaration.value.isdecimal() or declaration.text and declaration is declaration.group[0])


def groups_of(header, kinds):
    seen = []
    for declaration in header.declarations:
        members = [d for d in declaration.group if shown(d)]
        if declaration.kind in kinds and shown(declaration) and members not in seen:
            seen.append(members)
    return seen


class Links:
    """Links from names in a text to the places where they are described."""

    def __init__(self, all_headers):
        self.places = {header.name: page_of(header) for header in all_headers}
        for header in all_headers:
            for _, kinds in SECTIONS:
                for group in groups_of(header, kinds):
                    place = f"{page_of(header)}#{anchor(title_of(group))}"
                    self.places.update({d.name.partition("(")[0]: place for d in group if d.name})

    def place(self, name, page):
        """The link from a page."""
        return self.places[name].removeprefix(page)

    def linked(self, text, page):
        def link(match):
            if match["file"]:
                return f"[{match['file']}](../{match['file'].removeprefix('docs/')})"
            name = match["name"] or match["code"]
            if name not in self.places or not name.startswith("lz_"):
                return match[0] if match["code"] else name
            return f"[{match[0]}]({self.place(name, page)})"

        text = re.sub(r"(?<!`)([<*])(?=\S)|^(>)", r"\\\1\2", text, flags=re.M)
        return re.sub(r"`(?P<code>[^`]*)`|(?P<file>\bdocs/[\w-]+\.md)|\b(?P<name>lz_\w+)\b", link, text)


def prose(text, links, page):
    """A comment as Markdown; lines that are indented by two blanks are shown as they are."""
    for shown_as_is, lines in itertools.groupby(text.split("\n"), lambda line: line.startswith("  ")):
        lines = list(lines)
        if shown_as_is:
            yield from ["", "```text", *textwrap.dedent("\n".join(lines)).split("\n"), "```", ""]
        else:
            yield from links.linked("\n".join(lines), page).split("\n")


def without_since(text):
    return re.sub(r"\s*Since\s+\d+\.$", "", text.strip())


def named(names, what):
    return f"{', '.join(f'`{name}`' for name in names)} {what}" if names else ""


def releaser(type_text):
    """For a pointer to a handle, the function that gives its reference back."""
    kind = re.sub(r"[ *]|const", "", type_text)
    return f", for `{kind}_release`" if kind.startswith("lz_") else ""


def ownership(function):
    for member in function.members:
        if "LZ_OWNED" in member.marks:
            yield f"`{member.name}`: the caller's{releaser(member.type())}"
        elif "LZ_BORROWED" in member.marks:
            yield f"`{member.name}`: borrowed"
    marks = function.return_marks()
    if "LZ_OWNED" in marks:
        yield f"the result is the caller's{releaser(function.returns())}"
    elif "LZ_BORROWED" in marks:
        yield "the result is borrowed" + (", or NULL" if "LZ_NULLABLE" in marks else "")


def facts(function):
    """Ownership, thread class and age of a function, in one line."""
    nullable = [m.name for m in function.members if m.nullable and m.nullable[1] == "LZ_NULLABLE"]
    if_empty = [m.name for m in function.members if m.nullable and m.nullable[1] == "LZ_NULLABLE_IF_EMPTY"]
    said = [*ownership(function), named(nullable, "may be NULL"), named(if_empty, "may be NULL when empty"),
            *(THREADS[mark] for mark in function.threads()), f"since {function.since()}"]
    line = "; ".join(part for part in said if part)
    return line[:1].upper() + line[1:] + "."


def signature(function):
    """The signature on short lines; out-parameters and results have their types."""
    parameters = [member.code for member in function.members] or ["void"]
    head = f"{function.returns()} {function.name}("
    line = head + ", ".join(parameters) + ");"
    if len(line) <= 100:
        return [line]
    lines, indent = [head], "    "
    for position, parameter in enumerate(parameters):
        parameter += ");" if position == len(parameters) - 1 else ","
        if lines[-1] == head or len(lines[-1]) + len(parameter) + 1 > 100:
            lines.append(indent + parameter)
        else:
            lines[-1] += " " + parameter
    return lines


def cell(text):
    return " ".join(text.split()).replace("|", "\\|")


def table(head, rows):
    return ["", f"| {' | '.join(head)} |", f"| {' | '.join('---' for _ in head)} |"] + [f"| {' | '.join(row)} |" for row in rows]


def functions(group, links, page):
    yield from ["", "```c", *(line for function in group for line in signature(function)), "```", ""]
    text = without_since(group[0].text)
    if not text and all(f.name.endswith(("_retain", "_release")) for f in group):
        text = "Adds a reference." if all(f.name.endswith("_retain") for f in group) else \
            "Gives a reference back." if all(f.name.endswith("_release") for f in group) else \
            "Adds a reference, or gives one back."
    yield re.sub(r"\s+Errors:", "\n\n**Errors:**", "\n".join(prose(text, links, page)))
    notes = [without_since(function.note) for function in group]
    lines = [facts(function) for function in group]
    yield ""
    if len(set(lines)) == 1 and not any(notes):
        yield f"*{lines[0]}*"
        return
    for function, note, line in zip(group, notes, lines):
        yield f"- `{function.name}`" + (f", {links.linked(note, page)}" if note else "") + f": *{line}*"


def types(group, links, page):
    code = [d.code.split("{")[0].rstrip() for d in group if d.kind == "type"]
    if code:
        yield from ["", "```c", *(map(plain, code)), "```"]
    yield ""
    yield from prose(group[0].text or HANDLES * (title_of(group) == "Handles"), links, page)
    for declaration in group:
        if declaration.kind == "struct":
            yield from table(("field", "type", ""), ((f"`{m.name}`", f"`{m.type()}`", links.linked(cell(m.note), page))
                                                     for m in declaration.members))
        if declaration.kind == "enum":
            yield from table(("constant", "value", ""), ((f"`{m.name}`", m.value, links.linked(cell(m.note), page))
                                                         for m in declaration.members))


def macros(group, links, page):
    yield ""
    yield from prose(group[0].text, links, page)
    if len(group) > 1 or group[0].note or group[0].value.isdecimal():
        yield from table(("macro", "value", ""), ((f"`{d.name}`", d.value if re.fullmatch(r"[\w()-]+", d.value) else "",
                                                   links.linked(cell(d.note), page)) for d in group))


def page_text(header, links):
    page = page_of(header)
    lines = [f"# lazuli/{header.name}", ""]
    lines += prose(header.text, links, page)
    for (title, kinds), writer in zip(SECTIONS, (macros, types, functions)):
        groups = groups_of(header, kinds)
        lines += ["", f"## {title}"] if groups else []
        for group in groups:
            lines += ["", f"### {title_of(group)}", *writer(group, links, page)]
    return NOTE + re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip("\n") + "\n"


def first_sentence(text):
    text = " ".join(without_since(text).partition("Errors:")[0].split())
    return re.split(r"(?<=[^.]\.) ", text)[0].rstrip(".")


def index(all_headers, links):
    lines = ["# Reference of the C API", "",
             "Made from the headers, which say the same. [What the ABI promises](../abi.md) holds for all of it; "
             "[The C API](../c-api.md)", "shows how it is used. A returned `lz_status*` is the caller's: NULL, or released with "
             "`lz_status_release`.", "", "## Headers"]
    lines += table(("header", "functions", ""), ((f"[lazuli/{h.name}]({page_of(h)})", str(len(h.functions())),
                                                  links.linked(cell(first_sentence(h.text)), "")) for h in all_headers))
    for title, kinds in (("Types", ("type", "struct")), ("Functions", ("function",))):
        found = sorted((d for h in all_headers for d in h.declarations if d.kind in kinds), key=lambda d: d.name)
        lines += ["", f"## {title}", ""]
        lines += [f"- [{d.name}]({links.place(d.name, '')})" + (f": {links.linked(summary, '')}" if summary else "")
                  for d in found for summary in [first_sentence(d.text)]]
    return NOTE + "\n".join(lines) + "\n"


def pages():
    """{path: text} of the whole reference."""
    all_headers = headers()
    links = Links(all_headers)
    texts = {page_of(header): page_text(header, links) for header in all_headers}
    texts["README.md"] = index(all_headers, links)
    return {os.path.join(FOLDER, name): text for name, text in texts.items()}


def outdated(texts):
    """The pages that differ from the headers, and those of headers that are gone."""
    folder = os.path.join(ROOT, FOLDER)
    known = {os.path.join(FOLDER, name) for name in os.listdir(folder)} if os.path.isdir(folder) else set()
    for path, text in texts.items():
        if path not in known or open(os.path.join(ROOT, path), encoding="utf-8").read() != text:
            yield path
    yield from known - set(texts)


def main():
    texts = pages()
    os.makedirs(os.path.join(ROOT, FOLDER), exist_ok=True)
    for path in sorted(outdated(texts)):
        if path not in texts:
            os.remove(os.path.join(ROOT, path))
            continue
        with open(os.path.join(ROOT, path), "w", encoding="utf-8") as file:
            file.write(texts[path])
        print(f"wrote {path}")


if __name__ == "__main__":
    main()
