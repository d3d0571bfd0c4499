#!/usr/bin/env python3
"""Checks that a library exports GetPjrtApi and nothing else.   exports.py LIBRARY"""
import subprocess
import sys

out = subprocess.run(["nm", "-D", "--defined-only", sys.argv[1]], capture_output=True, text=True, check=True).stdout
names = [line.split()[-1].split("@")[0] for line in out.splitlines()]
if names != ["GetPjrtApi"]:
    sys.exit(f"{sys.argv[1]} exports {names}")
