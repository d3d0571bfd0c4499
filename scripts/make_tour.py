#!/usr/bin/env python3
"""Renews the blocks in docs/tour, docs/lazy.md, docs/training.md, docs/emitters.md, docs/host-calls.md,
docs/accuracy.md and the README that show code and output of Lazuli. --check compares instead.

  make_tour.py BUILD [--check]     BUILD: the folder with hello, host_call, lazy, tour, bench_compile, math_test and
                                   complex_accuracy_test

The blocks of a page are between '<!-- begin NAME -->' and '<!-- end -->'. All other text of a page is written by
hand.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

from accuracy_blocks import accuracy_blocks, complex_blocks
from common import ROOT, read
from dump import output, stage
from emitter_blocks import emitter_blocks

CPU = "avx2"  # one CPU class, so that every machine writes the same pages
BLOCK = re.compile(r"(<!-- begin (.+?) -->\n)(.*?)(<!-- end -->)", re.S)


def between(text, first, last):
    """Returns the lines from the first that contains `first` to the next that contains `last`, both included."""
    lines = text.split("\n")
    begin = next(i for i, line in enumerate(lines) if first in line)
    end = next(i for i in range(begin, len(lines)) if last in lines[i])
    return lines[begin:end + 1]


def excerpt(text, *pieces):
    """Pieces of a long text with '...' between them."""
    parts = ["\n".join(between(text, first, last)) for first, last in pieces]
    return "\n      ...\n".join(parts)


def dedent(lines):
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "\n".join(line[indent:] for line in lines)


def functions(path, *names):
    """The definitions of these functions of a C file."""
    text = read(path)
    found = [re.search(rf"^[a-z][^\n]*\b{name}\([^;]*?\{{\n.*?^\}}", text, re.M | re.S) for name in names]
    return "\n\n".join(match.group(0) for match in found)


def lazy_blocks(examples, folder):
    """Returns the parts of examples/lazy.c that docs/lazy.md shows, and the drawing of its first recording if
    Graphviz is installed."""
    graph = os.path.join(folder, "lazy.dot")
    printed = output(os.path.join(examples, "lazy"), graph)
    titles = ["What is recorded", "When it runs", "Why it compiled", "What must not compile"]
    parts = re.split("|".join(f"^{title}\n" for title in titles), printed, flags=re.M)[1:]
    blocks = {}
    for title, part in zip(titles, parts):
        name = title.lower()
        blocks[f"{name} code"] = ("c", functions("examples/lazy.c", name.replace(" ", "_")))
        blocks[f"{name} output"] = ("", re.sub(r"\n\n+", "\n", part).strip("\n"))
    blocks["blend"] = ("c", functions("examples/lazy.c", "blend"))
    drawing = None
    if shutil.which("dot"):
        drawing = subprocess.run(["dot", "-Tsvg", graph], capture_output=True, text=True, check=True).stdout
    return blocks, drawing


def make_blocks(examples, folder):
    """{name: (language, text)}; a text without a language is Markdown."""
    printed = output(os.path.join(examples, "tour"), folder, CPU)
    program, printed = printed.removeprefix("program:\n").split("gradient:\n", 1)
    gradient, run = printed.split("run:\n", 1)
    source = read("examples/tour.c")
    kernel, code = stage(folder, "kernels/*.mlir"), stage(folder, ".s")
    plan, schedule = stage(folder, ".plan").split("schedule: ", 1)
    recorded = between(source, "tour: begin", "tour: end")[1:-1]
    return {
        "hello.c": ("c", read("examples/hello.c").strip("\n")),
        "hello output": ("", output(os.path.join(examples, "hello")).strip("\n")),
        "host_call.c": ("c", read("examples/host_call.c").strip("\n")),
        "host_call output": ("", output(os.path.join(examples, "host_call")).strip("\n")),
        "networks": ("c", functions("examples/fashion_mnist/networks.c", "mlp_logits", "cnn_logits")),
        "step": ("c", functions("examples/common/trainer.c", "record_step")),
        "momentum": ("c", functions("examples/common/optimizer.c", "momentum_step")),
        "predict": ("c", functions("examples/common/trainer.c", "predict")),
        "residual block": ("c", functions("examples/resnet/network.c", "block_apply")),
        "recording": ("c", dedent(recorded)),
        "program": ("", program.strip("\n")),
        "hlo": ("mlir", stage(folder, "01_hlo.mlir")),
        "passes": ("mlir", stage(folder, "_passes.mlir")),
        "regions": ("mlir", stage(folder, "_regions.mlir")),
        "fusion": ("", stage(folder, "_fusion.txt")),
        "plan": ("", plan.rstrip("\n")),
        "schedule": ("", "schedule: " + schedule),
        "kernel": ("mlir", excerpt(kernel, ("func.func", "llvm.load"), ("scf.for", "math.absf"),
                                   ("math.copysign", "scf.yield"), ("llvm.intr.masked.load", "masked.load"),
                                   ("vector.shuffle", "return"))),
        "llvm": ("llvm", excerpt(stage(folder, ".ll"), ("define void", "load ptr"),
                                 ("phi <8 x float>", "load <8 x float>"))),
        "assembly": ("asm", excerpt(code, (".LBB0_3:", "vfmadd"), ("vaddps\t(%", "jl\t.LBB0_3"))),
        "steps": ("", re.sub(r", [\d.e+]+ ns", "", stage(folder, "_steps.txt"))),
        "thunks": ("", re.sub(r"x [\d.]+ ns", "x ... ns", stage(folder, "_thunks.txt"))),
        "memory": ("", stage(folder, "_memory_report.txt")),
        "run": ("", run.strip("\n")),
        "gradient": ("", gradient.strip("\n")),
    }


def drawing_version(drawing):
    return re.search(r"graphviz version \S+", drawing).group(0)


def renew(text, blocks, path):
    def block(match):
        if match.group(2) not in blocks:
            sys.exit(f"tour: {path}: no block is called '{match.group(2)}'; one of: {', '.join(blocks)}")
        language, content = blocks[match.group(2)]
        shown = f"```{language}\n{content}\n```" if language is not None else content
        return f"{match.group(1)}{shown}\n{match.group(4)}"

    return BLOCK.sub(block, text)


def main():
    arguments = [a for a in sys.argv[1:] if a != "--check"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        blocks = make_blocks(os.path.join(arguments[0], "examples"), folder)
        of_lazy, drawing = lazy_blocks(os.path.join(arguments[0], "examples"), folder)
    blocks |= of_lazy
    blocks |= emitter_blocks(os.path.join(arguments[0], "bench", "bench_compile"))
    accuracy = accuracy_blocks(os.path.join(arguments[0], "tests/unit/math/math_test"))
    accuracy |= complex_blocks(os.path.join(arguments[0], "tests/ops/complex_accuracy_test"))
    blocks |= accuracy
    pages = sorted(glob.glob(os.path.join(ROOT, "docs/tour/*.md")))
    pages += [os.path.join(ROOT, page) for page in ("docs/training.md", "docs/emitters.md", "docs/host-calls.md",
                                                 "docs/lazy.md", "README.md")]
    if accuracy:
        pages.append(os.path.join(ROOT, "docs/accuracy.md"))
    wanted = {page: renew(read(os.path.relpath(page, ROOT)), blocks, page) for page in pages}
    # Another version draws other curves of the same graph.
    picture = os.path.join(ROOT, "docs/lazy.svg")
    if drawing and drawing_version(drawing) in read("docs/lazy.svg"):
        wanted[picture] = drawing
    else:
        print("tour: no dot of the version that drew docs/lazy.svg, which is left as it is")
    stale = []
    for page, new in wanted.items():
        if os.path.exists(page) and read(os.path.relpath(page, ROOT)) == new:
            continue
        stale.append(os.path.relpath(page, ROOT))
        if "--check" not in sys.argv:
            with open(page, "w", encoding="utf-8") as f:
                f.write(new)
    print(f"tour: {len(pages)} pages, {len(stale)} differ" + "".join(f"\n  {page}" for page in stale))
    if stale and "--check" in sys.argv:
        sys.exit("tour: run 'scripts/lz tour' and read what changed")


if __name__ == "__main__":
    main()
