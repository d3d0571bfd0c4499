"""Reads the public headers as data: their declarations with their comments. A comment belongs to all declarations
that follow it, up to the next comment or blank line. A comment after a declaration or a field, on the same line,
is a note on it."""
import os
import re

from common import ROOT, read

FOLDER = "include/lazuli"
THREADS = {"LZ_ANY_THREAD": "any thread", "LZ_ONE_THREAD": "one thread at a time for each object"}
MARK = re.compile(r"\bLZ_(?:API|MARK|CHECK|[A-Z]+_THREAD|OWNED|BORROWED|NULLABLE|NULLABLE_IF_EMPTY)\b")
TOKEN = re.compile(r"""
    (?P<comment>/\*.*?\*/)
  | (?P<blank>\n[ \t]*\n)
  | (?P<directive>^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)
  | (?P<frame>\bLZ_HEADER_(?:BEGIN|END)\b)
  | (?P<space>\s+)
  | (?P<code>(?:[^;{}/]|\{[^{}]*\})*;)""", re.S | re.M | re.X)
DEFINE = re.compile(r"\s*#define (?P<name>\w+)(?P<parameters>\([^)]*\))?(?:[ \t]+(?P<value>.*?))?\s*(?P<note>/\*.*?\*/)?\s*$", re.S)


def words(text):
    """The text of a comment without its stars; line breaks and indentation stay."""
    inner = re.sub(r"^/\*\*?<?|\*/$", "", text).strip("\n ")
    return "\n".join(re.sub(r"^\s*\* ?", "", line).rstrip() for line in inner.split("\n")).strip("\n")


def plain(code):
    """C code without macros that mark it and without comments, on one line."""
    code = MARK.sub("", re.sub(r"/\*.*?\*/", "", code, flags=re.S))
    return re.sub(r" (?=[*,;)])", "", re.sub(r"\s+", " ", code)).strip()


def behind_code(text, position):
    """True if there is something besides space before this place on its line."""
    return text[text.rfind("\n", 0, position) + 1:position].strip() != ""


class Member:
    """A parameter of a function, a field of a struct, or a constant of an enum, with its value; `note` is its comment."""

    def __init__(self, code, note=""):
        self.code, _, self.value = (part.strip() for part in plain(code).partition(" = "))
        self.note, self.marks = note, set(MARK.findall(code))
        self.nullable = re.search(r"\b(LZ_NULLABLE\w*)\s+\w+\s*$", code)
        match = re.search(r"\(\*\s*(\w+)\)|(\w+)(?:\[\w*\])?$", self.code)
        self.name = (match[1] or match[2]) if match else ""

    def type(self):
        return self.code.removesuffix(self.name).strip()

    def is_out_pointer(self):
        """True if the parameter receives a pointer to an object, or to a part of an object."""
        return self.type().endswith("**")


class Declaration:
    """`kind` is function, struct, enum, type or macro. `text` is the comment before the declaration, and `note` the
    comment after it. `group` has the declarations that share the text. `members` are its parameters, fields or
    constants."""

    def __init__(self, kind, name, code, text, line, members=()):
        self.kind, self.name, self.code, self.text, self.line = kind, name, code, text, line
        self.members, self.marks = list(members), set(MARK.findall(code))
        self.note, self.value, self.group, self.for_documentation = "", "", [self], False

    def since(self):
        found = re.findall(r"[Ss]ince\s+(\d+)\.", self.note) or re.findall(r"[Ss]ince\s+(\d+)\.", self.text)
        return int(found[-1]) if found else None

    def threads(self):
        return [mark for mark in THREADS if mark in self.marks]

    def returns(self):
        """The type of what a function returns."""
        return plain(self.code[:self.code.index(self.name)])

    def return_marks(self):
        return set(MARK.findall(self.code[:self.code.index(self.name)]))

    def returns_status(self):
        """True if the function returns NULL or an error. A status that is never NULL is an ordinary object."""
        return self.returns() == "lz_status*" and "LZ_NULLABLE" in self.return_marks()


def members_of(body, separator):
    """The members of a struct or an enum, each with the comment before or behind it."""
    out, before = [], ""
    for match in re.finditer(rf"(?P<comment>/\*.*?\*/)|(?P<code>[^{separator}/]*\w[^{separator}/]*){separator}?", body, re.S):
        if match["code"]:
            out.append(Member(match["code"], before))
            before = ""
        elif out and (behind_code(body, match.start()) or match[0].startswith("/**<")):
            out[-1].note = f"{out[-1].note} {words(match[0])}".strip()
        else:
            before = words(match[0])
    return out


def declaration(code, text, line):
    """Parses one declaration of C."""
    function = re.fullmatch(r"(.*?)\b(lz_\w+)\s*\((.*)\)\s*;", code, re.S) if "LZ_API" in code else None
    if function:
        parameters = [] if function[3].strip() == "void" else function[3].split(",")
        return Declaration("function", function[2], code, text, line, [Member(p) for p in parameters])
    body = re.fullmatch(r"(typedef )?(struct|enum)\s*(\w*)\s*\{(.*)\}\s*(\w*)\s*;", code, re.S)
    if body:
        kind = body[2]
        return Declaration(kind, body[5] or body[3], code, text, line, members_of(body[4], ";" if kind == "struct" else ","))
    name = re.search(r"\(\*\s*(\w+)\)", code) or re.search(r"(\w+)\s*;$", code)
    return Declaration("type", name[1], code, text, line)


class Header:
    def __init__(self, name, text):
        self.name, self.declarations = name, []
        opening = re.match(r"/\*.*?\*/", text, re.S)
        # Generators describe themselves in comments for people who change them. These comments are left out.
        self.text = re.sub(r"^Generated by .*?\n\n", "", words(opening[0]), flags=re.S)
        self.parse(text, opening.end())

    def parse(self, text, position):
        comment, group, for_documentation = "", [], False
        while position < len(text):
            match = TOKEN.match(text, position)
            if match is None:
                raise SystemExit(f"{FOLDER}/{self.name}:{text.count(chr(10), 0, position) + 1}: this is not understood")
            kind, code, start = match.lastgroup, match[0], position
            position = match.end()
            if kind == "directive" and code.startswith("#ifdef __cplusplus"):
                # Code that only C++ sees ends at its #endif or #else.
                position = re.compile(r"^#(else|endif).*$", re.M).search(text, start).end()
            elif kind == "comment" and group and (behind_code(text, start) or code.startswith("/**<")):
                group[-1].note = words(code)
            elif kind == "comment":
                comment, group, for_documentation = words(code), [], code.startswith("/**")
            elif kind == "blank":
                comment, group = "", []
            elif kind in ("code", "directive"):
                self.add(kind, code, comment, group, text.count("\n", 0, start) + 1)
                for item in group:
                    item.for_documentation = for_documentation

    def add(self, kind, code, comment, group, line):
        if kind == "directive":
            define = DEFINE.fullmatch(code)
            if not define or define["name"].endswith("_H") or any(d.name == define["name"] for d in self.declarations):
                return
            item = Declaration("macro", define["name"] + (define["parameters"] or ""), code, comment, line)
            item.note, item.value = words(define["note"] or ""), define["value"] or ""
        elif re.fullmatch(r"struct \w+;", code.strip()):
            return
        else:
            item = declaration(code.strip(), comment, line)
        group.append(item)
        item.group = group
        self.declarations.append(item)

    def functions(self):
        return [d for d in self.declarations if d.kind == "function"]


def headers():
    return [Header(name, read(os.path.join(FOLDER, name))) for name in sorted(os.listdir(os.path.join(ROOT, FOLDER)))
            if name.endswith(".h")]
