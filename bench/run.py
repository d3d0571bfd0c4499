#!/usr/bin/env python3
"""Runs the measuring programs of the release build and prints what they say beside their limits.

  run.py [ROW...]    rows: record chain pairwise
"""
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, "build", "release", "bench")
LIMITS = {
    "record": {"record_ns_per_op": 250, "cached_step_of_100_us": 30, "first_result_ms": 40},
    "chain": {"total_s": 60, "peak_mb": 2000},
    "pairwise": {},
}


def main():
    rows = sys.argv[1:] or list(LIMITS)
    for row in rows:
        if row not in LIMITS:
            sys.exit(f"unknown row '{row}'; one of: {', '.join(LIMITS)}")
        out = subprocess.run([os.path.join(BUILD, "bench_" + row)], capture_output=True, text=True)
        if out.returncode != 0:
            sys.exit(f"{row} failed: {out.stderr.strip()}")
        for name, value in json.loads(out.stdout).items():
            limit = LIMITS[row].get(name)
            print(f"{row:10} {name:24} {value:>12}" + (f"   limit {limit}" if limit else ""))


if __name__ == "__main__":
    main()
