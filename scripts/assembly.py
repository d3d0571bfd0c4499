"""Loops of the assembly that a dump holds."""
import re

LABEL = re.compile(r"^(\.L\w+):")
JUMP = re.compile(r"^\s+j\w+\s+(\.L\w+)")


def innermost_loops(assembly):
    """The lines of every stretch from a label to a jump back to it that holds no other such stretch."""
    lines = assembly.splitlines()
    at = {match.group(1): i for i, line in enumerate(lines) if (match := LABEL.match(line))}
    jumps = ((i, JUMP.match(line)) for i, line in enumerate(lines))
    loops = [(at[jump.group(1)], i) for i, jump in jumps if jump and at.get(jump.group(1), i) < i]
    inner = [loop for loop in loops
             if not any(loop[0] <= other[0] and other[1] <= loop[1] and other != loop for other in loops)]
    return [lines[begin:end + 1] for begin, end in inner]
