"""Wraps comments and calls in generated files to a width."""
import re
import textwrap

COLUMNS = 98


def paragraphs(text, columns=COLUMNS):
    """Returns the lines of a comment, wrapped to this many columns. Indented lines are not wrapped."""
    lines, plain = [], []

    def flush():
        lines.extend(textwrap.wrap(" ".join(plain), columns, break_long_words=False, break_on_hyphens=False))
        plain.clear()

    for line in text.split("\n"):
        if line.strip() and not line.startswith(" "):
            plain.append(line.strip())
            continue
        flush()
        lines.append(line.rstrip())
    flush()
    return lines


def comment(text, mark, columns=COLUMNS):
    """Returns the lines of a comment. Each line begins with `mark`."""
    return [f"{mark} {line}".rstrip() for line in paragraphs(text, columns - len(mark) - 1)] if text else []


def call(opening, arguments, closing=")", indent=0, columns=98):
    """`opening(a, b)`, broken after commas if it is too wide for a line that begins with `indent` spaces. Further lines
    begin below the first argument, or four spaces in if that leaves too little room."""
    columns -= indent
    lines, below = [opening + "("], " " * (len(opening) + 1)
    if len(lines[0]) > columns // 2 and len(lines[0] + ", ".join(arguments) + closing) > columns:
        below = " " * 4
        lines.append(below)
    for i, argument in enumerate(arguments):
        piece = argument + ("," if i + 1 < len(arguments) else closing)
        if len(lines[-1]) + 1 + len(piece) > columns and lines[-1].strip() and not lines[-1].endswith("("):
            lines.append(below)
        lines[-1] += piece if lines[-1][-1] in "( " else " " + piece
    if not arguments:
        lines[-1] += closing
    return [" " * indent + line for line in lines]


def camel(name):
    """num_outs -> numOuts"""
    return re.sub(r"_([a-z0-9])", lambda match: match[1].upper(), name)
