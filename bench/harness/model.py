"""Compares the cost model's predictions with measured times, kernel by kernel (bench_kernels)."""
import collections
import html
import json
import math
import pathlib
import subprocess

from harness.row import BENCH
from harness.server import PINNED

BEGIN, END = "<!-- written by scripts/lz bench --model: begin -->", "<!-- end of the model -->"
WITHIN = 2  # a prediction is good if the times differ by this factor at most


class Failed(Exception):
    """bench_kernels ended with an error."""


def measure(programs, files, seconds, threads=1, random=0, cpu="host"):
    """{"table": the constants of the model, "kernels": [...]} of the kernels in these files and of random ones."""
    command = [*PINNED, programs / "bench_kernels", "--seconds", str(seconds), "--threads", str(threads),
               "--random", str(random), "--cpu", cpu, *files]
    out = subprocess.run(command, capture_output=True, text=True)
    if out.returncode != 0:
        raise Failed(out.stderr.strip())
    table, *kernels = map(json.loads, out.stdout.splitlines())
    return {"table": table, "kernels": kernels}


def of_rows_and_random(programs, seconds, threads, random):
    return measure(programs, sorted((BENCH / "rows").glob("*.mlir")), seconds, threads, random)


def ratio(kernel):
    """Measured / predicted; above 1 the kernel takes longer than predicted."""
    return kernel["predicted_ns"] / kernel["measured_ns"]


def error(kernel):
    """Returns the factor between the prediction and the measured time, which is at least 1."""
    return max(ratio(kernel), 1 / ratio(kernel))


def share(kernels):
    """The share of the kernels that are predicted within WITHIN."""
    return sum(error(k) <= WITHIN for k in kernels) / len(kernels) if kernels else 1


def source(kernel):
    return "random" if kernel["program"].startswith("random ") else "rows"


def name(kernel):
    program = pathlib.Path(kernel["program"]).name.removesuffix(".mlir")
    return f"{program} {kernel['kernel']}"


def worst(kernels, count=10):
    return sorted(kernels, key=error, reverse=True)[:count]


def families(kernels):
    """(source, family) -> kernels, and all of them last."""
    found = collections.defaultdict(list)
    for kernel in kernels:
        found[source(kernel), kernel["family"]].append(kernel)
    return {**dict(sorted(found.items())), ("all", ""): kernels}


def middle(kernels):
    """The geometric mean of the ratios."""
    return math.exp(sum(math.log(ratio(k)) for k in kernels) / len(kernels))


def us(ns):
    return f"{ns / 1e3:.3g}"


def text(run):
    lines = [f"{name(k):70} predicted {us(k['predicted_ns']):>9} us  measured {us(k['measured_ns']):>9} us  "
             f"{ratio(k):6.2g}x  spread {100 * k['spread']:.0f} %" for k in run["kernels"]]
    lines += ["", "the worst"] + [f"{name(k):70} {ratio(k):6.2g}x" for k in worst(run["kernels"])] + [""]
    lines += [f"{' '.join(family):24} {len(kernels):4} kernels, {100 * share(kernels):.0f} % within {WITHIN}x, "
              f"predicted / measured {middle(kernels):.2f}" for family, kernels in families(run["kernels"]).items()]
    return "\n".join(lines)


def markdown(run, picture):
    table = run["table"]
    lines = [f"Machine: {run['cpu']}. {run['date']}, class {table['cpu']}, {table['threads']} "
             f"thread{'s' if table['threads'] > 1 else ''}. The table has all kernels of the rows, and "
             f"{sum(source(k) == 'random' for k in run['kernels'])} kernels of random programs. Each kernel ran for "
             f"{run['seconds']:g} s with warm caches. The family is a word for the form of a kernel's loops, such as reduce or "
             "scatter.", "",
             f"![Predicted and measured time of each kernel]({picture})", "",
             "| kernels of | family | kernels | within 2x | predicted / measured, geometric mean |", "| --- | --- | --- | --- | --- |"]
    lines += [f"| {origin} | {family} | {len(kernels)} | {100 * share(kernels):.0f} % | {middle(kernels):.2f} |"
              for (origin, family), kernels in families(run["kernels"]).items()]
    lines += ["", "| the worst | predicted us | measured us | ratio |", "| --- | --- | --- | --- |"]
    lines += [f"| {name(k)} | {us(k['predicted_ns'])} | {us(k['measured_ns'])} | {ratio(k):.2g} |" for k in worst(run["kernels"])]
    return "\n".join(lines) + "\n"


COLOURS = {"rows": "#dd6b20", "random": "#3c78b4"}
SIZE, MARGIN = 480, 56


def scatter(run):
    """A point for each kernel: measured time to the right, predicted time up, both logarithmic."""
    times = [k[t] for k in run["kernels"] for t in ("predicted_ns", "measured_ns")]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))

    def at(ns):
        return (math.log10(ns) - low) / (high - low) * SIZE

    def line(ns, to, colour, dashes=""):
        (x1, y1), (x2, y2) = ns, to
        return (f'<line x1="{MARGIN + x1:.1f}" y1="{SIZE - y1 + 10:.1f}" x2="{MARGIN + x2:.1f}" y2="{SIZE - y2 + 10:.1f}" '
                f'stroke="{colour}"{dashes}/>')

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE + MARGIN + 20}" height="{SIZE + MARGIN}" '
           'font-family="sans-serif" font-size="11">', '<rect width="100%" height="100%" fill="white"/>']
    for power in range(low, high + 1):
        place, label = at(10.0 ** power), us(10.0 ** power)
        out += [line((place, 0), (place, SIZE), "#ddd"), line((0, place), (SIZE, place), "#ddd"),
                f'<text x="{MARGIN + place:.0f}" y="{SIZE + 26}" text-anchor="middle">{label}</text>',
                f'<text x="{MARGIN - 6}" y="{SIZE - place + 14:.0f}" text-anchor="end">{label}</text>']
    off = math.log10(WITHIN) / (high - low) * SIZE
    out += [line((0, 0), (SIZE, SIZE), "#000"), line((0, off), (SIZE - off, SIZE), "#999", ' stroke-dasharray="4"'),
            line((off, 0), (SIZE, SIZE - off), "#999", ' stroke-dasharray="4"'),
            f'<text x="{MARGIN + SIZE / 2}" y="{SIZE + 44}" text-anchor="middle">measured us</text>',
            f'<text x="{MARGIN + 8}" y="24">predicted us; dashed: twice and half</text>']
    for i, (origin, colour) in enumerate(COLOURS.items()):
        out.append(f'<text x="{MARGIN + 8}" y="{40 + 14 * i}" fill="{colour}">{origin}</text>')
    out += [f'<circle cx="{MARGIN + at(k["measured_ns"]):.1f}" cy="{SIZE - at(k["predicted_ns"]) + 10:.1f}" r="2.5" '
            f'fill="{COLOURS[source(k)]}" fill-opacity="0.6"><title>{html.escape(name(k))}</title></circle>'
            for k in run["kernels"]]
    return "\n".join(out + ["</svg>"]) + "\n"
