"""Makes the man page of a tool from the text that the tool prints with --help.

  man.py TOOL BINARY            prints the page; tools/TOOL/TOOL.1 was made in this way
  man.py TOOL BINARY PAGE       fails unless PAGE equals the page

The page of lz-opt has only Lazuli's options. The other options in its --help are MLIR's."""
import difflib
import re
import subprocess
import sys
import textwrap

NAMES = {"lz-run": "run StableHLO programs and compare their results",
         "lz-opt": "run passes of Lazuli on IR"}


def escape(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in ("'", ".") else text


def filled(text):
    return [escape(line) for line in textwrap.wrap(" ".join(text.split()), 100, break_on_hyphens=False)]


def entries(pairs):
    for title, text in pairs:
        yield ".TP"
        yield f".B {escape(title)}"
        yield from filled(text)


def help_of_run(text):
    """A usage line, a summary, and sections with titles indented by two blanks and texts by six."""
    head, *sections = re.split(r"\n\n(?=[a-z ]+:\n)", text.rstrip())
    usage, summary = head.split("\n", 1)
    yield ".SH SYNOPSIS"
    yield f".B {escape(usage.removeprefix('usage: '))}"
    yield ".SH DESCRIPTION"
    yield from filled(summary)
    for section in sections:
        title, body = section.split(":\n", 1)
        yield f".SH {title.upper()}"
        yield from entries(re.findall(r"^  (\S.*)\n((?: {6}.*\n?)+)", body, flags=re.M))


def phases(listed):
    """The passes of a phase are the lines before it that are indented further. The page lists them after the summary of the phase."""
    passes = []
    for line in listed.splitlines():
        if line.startswith("    "):
            passes.append(line.strip())
            continue
        name, summary = line.strip().split(" - ", 1)
        yield name, f"{summary} The passes are {', '.join(passes)}." if passes else summary
        passes = []


def help_of_opt(text):
    yield ".SH SYNOPSIS"
    yield escape("lz-opt [FLAG...] [FILE]")
    yield ".SH DESCRIPTION"
    yield from filled(re.search(r"OVERVIEW: (.*)", text)[1])
    yield from filled("Without FILE, lz-opt reads the standard input. MLIR's usual options, which --help lists, "
                      "apply, too. The options below are Lazuli's.")
    yield ".SH FLAGS"
    yield from entries(re.findall(r"^  (--(?:explain|explain-fusion|print-plans|emit-kernels=TARGET|list-rules|stop-after=NAME|write=FORMAT)) - (\S.*)", text, flags=re.M))
    yield from entries(re.findall(r"^ +(--lz-[\w-]+) +- +(\S.*)", text, flags=re.M))
    head, listed = re.search(r"^(The phases of .*):\n\n((?: .*\n)+)", text, flags=re.M).groups()
    yield ".SH PHASES"
    yield from filled(head + ". If a pass runs more than once, the later runs have a number.")
    yield from entries(phases(listed))
    yield ".SH EXIT STATUS"
    yield from entries([("0", "The passes ran."), ("1", "The IR or an option is wrong, or a pass failed. Standard error has the message.")])


def page(tool, binary):
    text = subprocess.run([binary, "--help"], check=True, capture_output=True, text=True).stdout
    lines = [f'.\\" Made by tools/man.py from "{tool} --help".', f".TH {tool.upper()} 1", ".SH NAME",
             f"{escape(tool)} \\- {NAMES[tool]}"]
    lines += (help_of_run if tool == "lz-run" else help_of_opt)(text)
    other = "lz-opt" if tool == "lz-run" else "lz-run"
    lines += [".SH SEE ALSO", f".BR {escape(other)} (1)"]
    return "\n".join(lines) + "\n"


def main():
    tool, binary, *committed = sys.argv[1:]
    made = page(tool, binary)
    if not committed:
        sys.stdout.write(made)
        return
    with open(committed[0], encoding="utf-8") as file:
        known = file.read()
    if known != made:
        sys.stdout.writelines(difflib.unified_diff(known.splitlines(True), made.splitlines(True), committed[0], "--help"))
        sys.exit(f"{committed[0]} is not what --help says: python3 tools/man.py {tool} {binary} > {committed[0]}")


if __name__ == "__main__":
    main()
