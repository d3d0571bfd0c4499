#!/usr/bin/env python3
"""Builds a preset from nothing, without ccache, and says what its objects and headers cost.

  build_times.py PRESET [TARGET...]

The times of objects are from ninja's log. Each object takes one core. The times of headers are from clang's
-ftime-trace. The time of a header contains the times of all headers that it includes, and is summed over the objects.
A header that is part of a precompiled header costs nothing."""
import collections
import glob
import json
import os
import resource
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS, HEADERS = 30, 25


def objects_of(log):
    """Returns output -> seconds, from the lines of .ninja_log: start, end (ms), time, output, hash. If an output has
    several lines, the last one counts."""
    fields = [line.split("\t") for line in log.splitlines() if line and not line.startswith("#")]
    return {f[3]: (int(f[1]) - int(f[0])) / 1000 for f in fields}


def folder_of(output):
    """impl/hlo/passes/CMakeFiles/lz_passes.dir/... -> impl/hlo/passes"""
    return output.split("/CMakeFiles/")[0]


def sums(pairs):
    total, count = collections.Counter(), collections.Counter()
    for name, seconds in pairs:
        total[name] += seconds
        count[name] += 1
    return [(name, count[name], seconds) for name, seconds in total.most_common()]


def headers_of(trace):
    """Yields (header, seconds) from one -ftime-trace file. There, the end of a header follows its beginning."""
    header = None
    for event in trace["traceEvents"]:
        if event.get("name") != "Source":
            continue
        if event["ph"] == "b":
            header, begin = event["args"]["detail"], event["ts"]
        elif header:
            yield short_name(header), (event["ts"] - begin) / 1e6
            header = None


def short_name(header):
    """/usr/lib/llvm-19/include/mlir/IR/Builders.h -> mlir/IR/Builders.h. Paths of our own headers are relative to the root."""
    path = os.path.normpath(header)
    return os.path.relpath(path, ROOT) if path.startswith(ROOT + "/") else path.split("/include/")[-1]


def print_table(title, rows, most):
    print(f"\n{title:<64}{'count':>7}{'s':>9}")
    for name, count, seconds in rows[:most]:
        print(f"{name[-62:]:<64}{count:>7}{seconds:>9.1f}")


def build(preset, targets, folder):
    shutil.rmtree(folder, ignore_errors=True)
    env = dict(os.environ, CCACHE_DISABLE="1")
    subprocess.run(["cmake", "--preset", preset, "-B", folder, "-DCMAKE_CXX_FLAGS=-ftime-trace"], cwd=ROOT, env=env, check=True,
                   stdout=subprocess.DEVNULL)
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(["cmake", "--build", folder, "--", *targets], env=env, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - start, processor


def self_test():
    log = "# ninja log v5\n0\t1500\t9\ta/b/CMakeFiles/t.dir/x.o\th\n0\t2500\t9\ta/b/CMakeFiles/t.dir/x.o\th\n"
    assert objects_of(log) == {"a/b/CMakeFiles/t.dir/x.o": 2.5}
    assert folder_of("a/b/CMakeFiles/t.dir/x.o") == "a/b"
    assert sums([("a", 1.0), ("b", 5.0), ("a", 2.0)]) == [("b", 1, 5.0), ("a", 2, 3.0)]
    source = lambda phase, when, **args: {"name": "Source", "ph": phase, "ts": when, **args}
    trace = {"traceEvents": [source("b", 5, args={"detail": "/usr/include/x/y.h"}), source("e", 2000005), {"name": "Total"},
                             source("b", 5, args={"detail": f"{ROOT}/impl/a.h"}), source("e", 1000005)]}
    assert list(headers_of(trace)) == [("x/y.h", 2.0), ("impl/a.h", 1.0)]


def main():
    self_test()
    preset, targets = sys.argv[1], sys.argv[2:]
    folder = os.path.join(ROOT, "build", f"times-{preset}")
    wall, processor = build(preset, targets, folder)
    with open(os.path.join(folder, ".ninja_log"), encoding="utf-8") as file:
        outputs = objects_of(file.read())
    objects = {name: seconds for name, seconds in outputs.items() if name.endswith((".o", ".pch"))}
    print_table("objects by folder", sums((folder_of(o), s) for o, s in objects.items()), FOLDERS)
    print_table("the dearest objects", sums(objects.items()), 15)
    others = sums((os.path.splitext(o)[1] or "programs", s) for o, s in outputs.items() if o not in objects)
    print_table("everything else, by the end of its name", others, 6)
    traces = glob.glob(os.path.join(folder, "**", "*.json"), recursive=True)
    headers = []
    for path in traces:
        with open(path, encoding="utf-8") as file:
            trace = json.load(file)
        if isinstance(trace, dict) and "traceEvents" in trace:
            headers += headers_of(trace)
    batched = [(name, seconds) for name, seconds in headers if name.endswith(".cc")]
    print_table("headers, with what they include", sums(h for h in headers if not h[0].endswith(".cc")), HEADERS)
    print_table("files in batches, with the headers that they are the first to include", sums(batched), 15)
    print(f"\n{preset}: {len(objects)} objects, {processor:.0f} s of processor time, {wall:.0f} s by the clock; headers by cost "
          f"from {len(traces)} traces in {os.path.relpath(folder, ROOT)}")


if __name__ == "__main__":
    main()
