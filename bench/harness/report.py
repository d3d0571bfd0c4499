"""The table of a run, as text, as a part of docs/performance.md, and as a chart."""
import html
import math
import platform
import re
import statistics

from harness.docs import put_between
from harness.measure import PEERS

BEGIN, END = "<!-- written by scripts/lz bench: begin -->", "<!-- end -->"
BEGIN_DECISIONS = "<!-- written by scripts/lz bench --decisions: begin -->"


def cpu_name():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        text = file.read()
    fields = {key: re.search(rf"^{key}\s*:\s*(.+)$", text, re.M) for key in ("model name", "cpu family", "model")}
    name = fields["model name"].group(1) if fields["model name"] else platform.machine()
    if fields["cpu family"] and fields["model"]:
        name += f", family {fields['cpu family'].group(1)} model {fields['model'].group(1)}"
    flags = [f for f in ("avx2", "avx512f", "avx512_bf16", "avx512_fp16") if re.search(rf"\b{f}\b", text)]
    return f"{name}, {text.count('processor	')} cores, {' '.join(flags)}"


def busy_words(result):
    words = [f"others {100 * result['others']:.0f} %"] if result["busy"] else []
    return ", ".join(words + ([f"steal {100 * result['steal']:.0f} %"] if result["steal"] > 0.005 else []))


def neighbour_words(result):
    slower = result.get("beside_a_neighbour", {})
    return "beside a neighbour: " + ", ".join(f"{n} {s:.2f}x its time" for n, s in slower.items()) if slower else ""


def number(value):
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"


def ratio_word(result, peer):
    """~ marks a time that was computed from that of a part of the work."""
    return f"{'~' if peer in result['parts'] else ''}{result['ratio'][peer]:.2f}" if peer in result["ratio"] else ""


def megabytes(value):
    return "-" if value is None else f"{value / 1e6:.{1 if value < 1e7 else 0}f}"


def memory_word(result, shown):
    """For example "0.4 / 755 / ~130": what Lazuli allocates beyond arguments and results, and what is resident in each peer's
    process, in MB."""
    if result["peak_bytes"] is None:
        return ""
    resident = [("~" if p in result["parts"] else "") + megabytes(result["resident_bytes"][p]["most"])
                if p in result["resident_bytes"] else "-" for p in shown]
    return " / ".join([megabytes(result["peak_bytes"]), *resident])


def cells(name, result, shown=PEERS):
    """A row's cells: its name, Lazuli's time, the ratio to each peer, percent of the limit, spread, memory, compile times, load
    by others."""
    if "error" in result:
        return [name, result["error"]] + [""] * (len(shown) + 5)
    limit = f"{result['percent_of_limit']:.0f} % {result['limit']}" if "limit" in result else ""
    compiled = [result["compile_ms"].get(n) for n in ("lazuli", "jax")]
    return [name, number(result["ms"]["lazuli"]),
            *[ratio_word(result, p) for p in shown], limit,
            f"{100 * result['spread']['lazuli']:.0f} %", memory_word(result, shown),
            " / ".join("-" if c is None else f"{c:.0f}" for c in compiled) if any(compiled) else "",
            busy_words(result)]


def text_line(name, result):
    if "error" in result:
        return f"{name:24} NOT A ROW: {result['error']}"
    there = [p for p in PEERS if p in result["ratio"]]
    _, ms, *ratios, limit, spread, memory, compiled, busy = cells(name, result, there)
    peers = "  ".join(f"{p} {r:>5}x" for p, r in zip(there, ratios))
    parts = [f"{name:24} {ms:>7} ms  {peers}", f"{limit:>12}" if limit else "", f"spread {spread}",
             f"MB {memory}" if memory else "",
             f"compiles in {compiled} ms" if compiled else "", neighbour_words(result), f"BUSY: {busy}" if busy else "", *result["notes"]]
    return "  ".join(p for p in parts if p)


def length(run):
    return f"Each program ran for about {run['seconds']:g} s altogether, in {run['rounds']} rounds."


def markdown(run):
    shown = [p for p in PEERS if any(p in r.get("ratio", {}) for r in run["rows"].values())]
    header = ["row", "ms", *shown, "of the limit", "spread", " / ".join(["MB, own", *shown]), "compile ms, own / jax", "busy"]
    lines = [f"Machine: {run['cpu']}. {run['date']}, level standard, pinned to 2 cores. {length(run)} ~: from a part of the work. MB: what "
             "Lazuli allocates beyond arguments and results, and the most that is resident in the process of a peer. Last column: what other "
             "processes and other machines on the host took while the row ran.", "", "| " + " | ".join(header) + " |", "| --- " * len(header) + "|"]
    lines += ["| " + " | ".join(cells(n, r, shown)) + " |" for n, r in run["rows"].items()]
    if run["core"]:
        lines += ["", "| program | figure | value | limit |", "| --- | --- | --- | --- |"]
        lines += [f"| {program} | {name} | {value} | {'' if limit is None else limit} |"
                  for program, name, value, limit in run["core"]]
    return "\n".join(lines) + "\n"


def mean_line(run):
    """Returns the geometric mean of the ratios to each peer, and the number of rows that have such a ratio."""
    words = []
    for peer in PEERS:
        ratios = [r["ratio"][peer] for r in run["rows"].values() if peer in r.get("ratio", {})]
        if ratios:
            words.append(f"{peer}: {statistics.geometric_mean(ratios):.2f} over {len(ratios)} rows, "
                         f"{sum(r < 1 for r in ratios)} of them below 1")
    return "Geometric mean of the ratios to " + "; ".join(words) + "."


def decisions_markdown(run):
    lines = [f"Machine: {run['cpu']}. {run['date']}. {length(run)} "
             + mean_line(run), "", "| row | ms | jax ms | jax | spread | busy |", "| --- " * 6 + "|"]
    for name, result in run["rows"].items():
        shown = cells(name, result)
        ratio = shown[2 + PEERS.index("jax")]
        lines.append("| " + " | ".join([*shown[:2], number(result["ms"]["jax"]) if ratio else "", ratio, shown[-4], shown[-1]]) + " |")
    return "\n".join(lines) + "\n"


def write_docs(path, run, decisions):
    begin, table = (BEGIN_DECISIONS, decisions_markdown(run)) if decisions else (BEGIN, markdown(run))
    put_between(path, begin, END, table)


def race_line(name, found):
    """For example "softmax this 1.23 ms other 1.25 ms 1.016x spread 2 %"."""
    if "error" in found:
        return f"{name:36} NO RACE: {found['error']}"
    this, other = (number(statistics.median(found["times"][build])) for build in ("this", "other"))
    words = [f"{name:36} this {this:>8}  other {other:>8}  {found['ratio']:.3f}x  spread {100 * found['spread']:.0f} %"]
    words += [f"{found['word'].upper()} beyond noise"] if found["word"] != "same" else []
    words += [f"at first {found['first']['ratio']:.3f}x"] if "first" in found else []
    words += ["other bits"] if not found.get("same_bits", True) else []
    return "  ".join(words)


def race_summary(races):
    """Returns how many races ended in each way."""
    words = [r["word"] for r in races.values()]
    return ", ".join(f"{words.count(word)} {word}" for word in ("same", "faster", "slower", "failed") if word in words)


COLOURS = {"jax": "#3c78b4", "torch": "#dd6b20", "torch.compile": "#8e6bbf", "torch.lazy": "#c05a7a", "scipy": "#b8860b",
           "keops": "#2f8f8f", "keops-tuned": "#1f5f5f", "faiss": "#a0522d", "onednn": "#4f9d69", "mlx": "#708090"}
LEFT, WIDTH, BAR = 190, 560, 11


def chart(run):
    """Bars of how many times faster Lazuli is than each peer, from 1/8 to 64 on a logarithmic scale."""
    def x(ratio):
        return LEFT + WIDTH * (math.log2(min(max(ratio, 1 / 8), 64)) + 3) / 9

    shown = {n: r for n, r in run["rows"].items() if r.get("ratio")}
    height = 40 + sum(BAR * len(r["ratio"]) + 8 for r in shown.values()) + 20
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 60}" height="{height}" '
           'font-family="sans-serif" font-size="11">', '<rect width="100%" height="100%" fill="white"/>']
    for power in range(-3, 7):
        label, at = (f"{2 ** power}x" if power >= 0 else f"1/{2 ** -power}"), x(2.0 ** power)
        out.append(f'<line x1="{at:.0f}" x2="{at:.0f}" y1="28" y2="{height - 10}" '
                   f'stroke="{"#000" if power == 0 else "#ddd"}"/>'
                   f'<text x="{at:.0f}" y="22" text-anchor="middle">{label}</text>')
    for i, peer in enumerate(p for p in COLOURS if any(p in r["ratio"] for r in shown.values())):
        out.append(f'<text x="{LEFT + 120 * i}" y="10" fill="{COLOURS[peer]}">faster than {peer}</text>')
    y = 36
    for name, result in shown.items():
        out.append(f'<text x="{LEFT - 6}" y="{y + 10}" text-anchor="end">{html.escape(name)}</text>')
        for peer, ratio in result["ratio"].items():
            low, high = sorted((x(1), x(ratio)))
            out.append(f'<rect x="{low:.1f}" y="{y}" width="{high - low:.1f}" height="{BAR - 2}" '
                       f'fill="{COLOURS[peer]}"/><text x="{high + 3:.1f}" y="{y + 9}">{ratio:.2f}</text>')
            y += BAR
        y += 8
    return "\n".join(out + ["</svg>"]) + "\n"
