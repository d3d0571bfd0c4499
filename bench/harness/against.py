"""Races two builds of Lazuli: the same programs, with one library or the other."""
import os
import shutil
import sys

from harness import core, measure, report
from harness.paired import in_turns, judge
from harness.server import DidNotStart, Server

# The addresses of a process's memory depend on chance, and stay the same while the process lives.
# They affect its speed. So the pairs of a row come from several starts.
STARTS = 3
CORE_PAIRS = 5
# Figures of the core programs. For all of them less is better.
CORE = {"record": ("record_ns_per_op", "cached_step_of_100_us", "first_result_ms"), "launch": ("launch_ns", "queued_launch_ns"),
        "chain": ("total_s", "peak_mb"),
        "pairwise": ("seconds",), "compile": ("cold_ms", "warm_ms", "again_ms"), "first": ("warm_ms", "fresh_ms", "found_ms"),
        "host_call": ("host_call_ns",)}


def copy_of_library(build, folder):
    """Copies the library of a build folder, so that both libraries are copied files. In the page cache,
    a file that a linker has just written consists of other pieces than a copied file. A first result takes 8 ms with
    a file from the linker, and 7 ms with a copied file."""
    folder.mkdir(parents=True, exist_ok=True)
    name = "liblazuli.so.1"
    if not (build / "capi" / name).exists():
        sys.exit(f"{build / 'capi'} has no {name}: it is not built, or has another ABI, which the programs of bench cannot load")
    shutil.copyfile((build / "capi" / name).resolve(strict=True), folder / name)
    return (folder / name).resolve()


def environment(path):
    # This folder comes before the one that the program itself names.
    return {"LD_LIBRARY_PATH": str(path.parent)}


def check_loaded(server, path):
    with open(f"/proc/{server.process.pid}/maps", encoding="utf-8") as file:
        loaded = {line.split()[-1] for line in file if "liblazuli.so" in line}
    if loaded != {str(path)}:
        raise DidNotStart(f"{server.name} loaded {', '.join(loaded) or 'no liblazuli.so'} instead of {path}")


def folders_of(row, options):
    """A folder for each build. They share the arguments, and each has its own results."""
    folders = {name: options.work / row.name / name for name in ("this", "other")}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
        for file in folder.glob("*.bin"):
            file.unlink()
    if row.has("arguments"):
        measure.write_arguments(row, folders["this"])
        for file in folders["this"].glob("argument*.bin"):
            os.link(file, folders["other"] / file.name)
    return folders


def results(folder):
    return [file.read_bytes() for file in sorted(folder.glob("lazuli.result*.bin"))]


def start(row, name, path, folder, options):
    command = measure.commands(row, folder, options)["lazuli"]
    server = Server(name, command, folder / "lazuli.log", environment(path))
    try:
        check_loaded(server, path)
    except DidNotStart:
        server.stop()
        raise
    return server


def take_pairs(servers, options):
    """name -> ms of its calls. Number i of one library and number i of the other were measured together, over the
    same number of calls."""
    calls = max(measure.calls_of(s, options.seconds / options.rounds) for s in servers)
    times = {s.name: [] for s in servers}
    for turn in in_turns(*servers, -(-options.rounds // STARTS)):
        for server in turn:
            times[server.name].append(1e3 * measure.seconds_of_a_call(server, calls))
    return times


def pairs_of_starts(row, libraries, folders, options):
    times = {"this": [], "other": []}
    for names in in_turns("this", "other", STARTS):
        servers = []
        try:
            for name in names:
                servers.append(start(row, name, libraries[name], folders[name], options))
            for name, taken in take_pairs(servers, options).items():
                times[name] += taken
        finally:
            for server in servers:
                server.stop()
    return times


def entry(times, **more):
    """The part of the JSON file for one race."""
    verdict = judge(**times)
    return {"word": verdict.word, "ratio": verdict.ratio, "spread": verdict.spread, "times": times, **more}


def race(row, libraries, options):
    """name -> its entry. A row beyond noise is raced once more, and the second race counts, because chance rarely gives the
    same result twice."""
    folders = folders_of(row, options)
    try:
        found = entry(pairs_of_starts(row, libraries, folders, options))
        if found["word"] != "same":
            found = entry(pairs_of_starts(row, libraries, folders, options), first=found)
        found["same_bits"] = results(folders["this"]) == results(folders["other"])
    except (DidNotStart, OSError, ValueError) as reason:
        found = {"word": "failed", "error": str(reason)}
    for folder in folders.values():
        for file in folder.glob("*.bin"):
            file.unlink()
    print(report.race_line(row.name, found), flush=True)
    return {row.name: found}


def core_pairs(name, libraries, options):
    """figure -> its values with both libraries."""
    found = {}
    for names in in_turns("this", "other", CORE_PAIRS):
        for build in names:
            for figure, value in core.run(name, options.programs, environment(libraries[build])).items():
                if figure.split()[-1] in CORE[name]:
                    found.setdefault(figure, {"this": [], "other": []})[build].append(value)
    return found


def race_core(name, libraries, options):
    """`name figure` -> its entry, for all figures of a core program. Beyond noise they are measured once more, like rows."""
    try:
        found = {figure: entry(times) for figure, times in core_pairs(name, libraries, options).items()}
        if any(e["word"] != "same" for e in found.values()):
            again = core_pairs(name, libraries, options)
            found = {f: entry(again[f], first=e) if e["word"] != "same" else e for f, e in found.items()}
    except (core.Failed, OSError, ValueError) as reason:
        found = {"": {"word": "failed", "error": str(reason)}}
    found = {f"{name} {figure}".strip(): e for figure, e in found.items()}
    for figure, e in found.items():
        print(report.race_line(figure, e), flush=True)
    return found
