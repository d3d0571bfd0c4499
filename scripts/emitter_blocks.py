"""Makes the listings of docs/emitters.md. They show the programs in docs/emitters, from their HLO to the loops of their
machine code."""
import glob
import os
import tempfile

from assembly import innermost_loops
from common import ROOT, read
from dump import output, stage

CPU = "avx2"  # one CPU class, so that every machine writes the same page


def emitter_blocks(bench_compile):
    """Returns {"gelu hlo": (language, text), ..., "gelu schedule": ..., "softmax loop 2": ...}. Vector loops are in
    the order of the code. A plan ends with its schedule."""
    blocks = {}
    for path in sorted(glob.glob("docs/emitters/*.mlir", root_dir=ROOT)):
        name = os.path.basename(path).removesuffix(".mlir")
        with tempfile.TemporaryDirectory() as folder:
            output(bench_compile, "--once", os.path.join(ROOT, path), LAZULI_CPU=CPU, LAZULI_DUMP=folder)
            blocks[f"{name} hlo"] = ("mlir", read(path).strip("\n"))
            plan = stage(folder, ".plan")
            blocks[f"{name} plan"] = ("", plan)
            blocks[f"{name} schedule"] = ("", plan[plan.index("schedule: "):])
            loops = [lines for lines in innermost_loops(stage(folder, ".s")) if any("ymm" in line for line in lines)]
            for i, loop in enumerate(loops, 1):
                blocks[f"{name} loop {i}"] = ("asm", "\n".join(loop))
    return blocks
