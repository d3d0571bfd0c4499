"""Writes docs/jax-tests.md from the results of `lz jax-tests`."""
from collections import Counter

HEAD = """# JAX's own tests on Lazuli

This page is written by `scripts/lz jax-tests TREE`, where TREE is a checkout or a git directory of jax-ml/jax with the tag `{tag}`.
Each file of tests runs in a process of its own, once on Lazuli (`JAX_PLATFORMS=lazuli,cpu`) and once on JAX's built-in client for the CPU. No
test is left out. If a test crashes its process or takes more than ten minutes, it has failed, and another process runs the tests after it.

A test counts if it passes on the built-in client and JAX does not skip it on Lazuli. If a process had another default platform than Lazuli, or ran
no program on Lazuli, none of its tests has passed.
"""


def counting(mine, other):
    """Names of the tests that count; all that are not skipped if there is no run of the built-in client."""
    names = [name for name, (outcome, _) in mine["tests"].items() if outcome != "skipped"]
    return [name for name in names if other is None or other["tests"].get(name, ["failed"])[0] == "passed"]


def passes(result, name):
    return result["tests"][name][0] == "passed"


def share(passed, count):
    return "-" if count == 0 else f"{int(1000 * passed / count) / 10:.1f} %"


def row(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def table(results, groups):
    lines = [row(["file", "tests", "passed", "failed", "skipped", "count", "of these passed", "s", "s built-in"]),
             "| --- |" + " ---: |" * 8]
    for group, names in groups:
        rows = []
        for name in names:
            if name not in results["lazuli"]:
                continue
            mine, other = results["lazuli"][name], results["cpu"].get(name)
            outcomes = Counter(outcome for outcome, _ in mine["tests"].values())
            count = counting(mine, other)
            rows.append([len(mine["tests"]), outcomes["passed"], outcomes["failed"], outcomes["skipped"], len(count),
                         sum(passes(mine, test) for test in count), mine["seconds"], other["seconds"] if other else 0])
            lines.append(row([name, *rows[-1][:5], share(rows[-1][5], rows[-1][4]), *(f"{s:.0f}" for s in rows[-1][6:])]))
        if len(rows) > 1:
            total = [sum(column) for column in zip(*rows)]
            lines.append(row([f"**{group}**", *total[:5], share(total[5], total[4]), *(f"{s:.0f}" for s in total[6:])]))
    return lines


def failures(results, groups):
    lines = []
    for _, names in groups:
        for name in names:
            mine, other = results["lazuli"].get(name), results["cpu"].get(name)
            if not mine:
                continue
            failed = [test for test in counting(mine, other) if not passes(mine, test)]
            if failed or mine["problem"]:
                lines += ["", f"**{name}**" + (f": {mine['problem']}" if mine["problem"] else ""), ""]
            lines += [f"- `{test}`: {mine['tests'][test][1].replace('<', '&lt;')}" for test in failed]
    return lines


def write(path, tag, sections, groups):
    """`sections` are pairs of a title and the results: {"lazuli": {file: result}, "cpu": {file: result}}."""
    lines = HEAD.format(tag=tag).splitlines()
    for title, results in sections:
        lines += ["", f"## {title}", "", *table(results, groups)]
        failed = failures(results, groups)
        if failed:
            lines += ["", f"### Failed with {title}", *failed]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
