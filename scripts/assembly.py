"""Finds loops in assembly, from a compiler's listing or from llvm-objdump --symbolize-operands --no-leading-addr."""
import re

LABEL = re.compile(r"^(\.L\w+|<L\d+>):")
SYMBOL = re.compile(r"^<?(?!L\d+>)(\w[\w.]*)>?:")
JUMP = re.compile(r"^\s+(j\w+)\s+(\S+)")
LEAVES = re.compile(r"^\s+(jmp|ret|ud2)")


def functions(assembly):
    """Returns {name: lines}. The lines of a function end before the symbol of the next function."""
    found, lines = {}, []
    for line in assembly.splitlines():
        if symbol := SYMBOL.match(line):
            lines = found.setdefault(symbol.group(1), [])
        lines.append(line)
    return found


def blocks_of(lines):
    """Returns [(first, end)], the lines of each block. A block begins at each label and after each jump."""
    starts = {0, len(lines)}
    for i, line in enumerate(lines):
        if LABEL.match(line):
            starts.add(i)
        elif JUMP.match(line) or LEAVES.match(line):
            starts.add(i + 1)
    bounds = sorted(starts)
    return list(zip(bounds, bounds[1:]))


def successors_of(lines, blocks):
    """Returns for each block the blocks that may run next. Code with jump tables is not understood."""
    at = {m.group(1): b for b, (first, _) in enumerate(blocks) if (m := LABEL.match(lines[first]))}
    successors = []
    for b, (_, end) in enumerate(blocks):
        jump = JUMP.match(lines[end - 1])
        targets = {at[jump.group(2)]} if jump and jump.group(2) in at else set()
        if not LEAVES.match(lines[end - 1]) and b + 1 < len(blocks):
            targets.add(b + 1)
        successors.append(targets)
    return successors


def predecessors_of(successors):
    """Returns for each block the blocks that may run before it. A block that never runs, such as the
    padding after a jump, has none."""
    predecessors, todo, seen = [set() for _ in successors], [0], {0}
    while todo:
        block = todo.pop()
        for target in successors[block]:
            predecessors[target].add(block)
        todo.extend(successors[block] - seen)
        seen |= successors[block]
    return predecessors


def dominators_of(predecessors):
    """Returns for each block the blocks that are on every way from the first block to it."""
    every = set(range(len(predecessors)))
    dominators = [{0}] + [every] * (len(predecessors) - 1)
    changed = True
    while changed:
        changed = False
        for block, before in list(enumerate(predecessors))[1:]:
            now = {block}.union(set.intersection(*(dominators[other] for other in before)) if before else every)
            changed |= now != dominators[block]
            dominators[block] = now
    return dominators


def loops_of(lines):
    """Returns for each loop its blocks, by its header. The header dominates all blocks of the loop, and a block of
    the loop jumps back to it."""
    blocks = blocks_of(lines)
    successors = successors_of(lines, blocks)
    predecessors = predecessors_of(successors)
    dominators, loops = dominators_of(predecessors), {}
    for block, targets in enumerate(successors):
        for header in targets & dominators[block] if predecessors[block] or block == 0 else ():
            inside, todo = loops.setdefault(header, {header}), [block]
            while todo:
                if (one := todo.pop()) not in inside:
                    inside.add(one)
                    todo.extend(predecessors[one])
    return blocks, loops


def innermost_loops(assembly):
    """The lines of every loop that contains no other loop, in the order of the code."""
    found = []
    for lines in functions(assembly).values():
        blocks, loops = loops_of(lines)
        for inside in loops.values():
            if sum(header in inside for header in loops) == 1:
                found.append([line for block in sorted(inside) for line in lines[slice(*blocks[block])]])
    return found
