#!/usr/bin/env python3
"""Training steps of Lazuli and its peers on the same machine in one interleaved run.

  compare.py --lazuli PATH_OF_bench_train [--peer NAME=PYTHON ...] [--seconds S] [--json FILE]

NAME is jax or torch; PYTHON has it. Prints, for each network, images a second (median of the rounds), the spread of
the rounds, and the ratio to Lazuli's. Ratios of one run are what can be trusted; times of a shared machine are not.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROWS = [("mlp", 128), ("cnn", 64)]
ROUNDS = 9


class Server:
    """A program that answers a number of steps with the seconds they took."""

    def __init__(self, name, command):
        self.name, self.rounds = name, []
        cores = ",".join(map(str, sorted(os.sched_getaffinity(0))[:2]))
        self.process = subprocess.Popen(["taskset", "-c", cores] + command, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, cwd=HERE)
        if self.process.stdout.readline().strip() != "ready":
            sys.exit(f"{name} did not start")

    def seconds(self, steps):
        self.process.stdin.write(f"{steps}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def measure(row, batch, options):
    servers = [Server("lazuli", [options.lazuli, row, str(batch)])]
    for peer in options.peer:
        name, python = peer.split("=", 1)
        servers.append(Server(name, [python, str(HERE / f"train_{name}.py"), row, str(batch)]))
    # As many steps as take each of them the same share of the time.
    counts = {s.name: max(2, int(options.seconds / ROUNDS / (s.seconds(5) / 5))) for s in servers}
    for _ in range(ROUNDS):
        for server in servers:
            server.rounds.append(batch * counts[server.name] / server.seconds(counts[server.name]))
    for server in servers:
        server.stop()
    return {s.name: {"images_per_s": statistics.median(s.rounds), "min": min(s.rounds), "max": max(s.rounds)}
            for s in servers}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lazuli", required=True)
    parser.add_argument("--peer", action="append", default=[])
    parser.add_argument("--seconds", type=float, default=10, help="for each program and network")
    parser.add_argument("--json")
    options = parser.parse_args()
    busy = os.getloadavg()[0]
    if busy > 1:
        print(f"this machine is busy (load {busy:.1f}): mind the spread", flush=True)
    results = {}
    for row, batch in ROWS:
        results[row] = measure(row, batch, options)
        for name, r in results[row].items():
            ratio = results[row]["lazuli"]["images_per_s"] / r["images_per_s"]
            print(f"{row} B={batch:<5} {name:8} {r['images_per_s']:10.0f} images/s  ({r['min']:.0f} .. {r['max']:.0f})"
                  + (f"   lazuli is {ratio:.2f}x" if name != "lazuli" else ""), flush=True)
    if options.json:
        pathlib.Path(options.json).parent.mkdir(parents=True, exist_ok=True)
        pathlib.Path(options.json).write_text(json.dumps({"load": busy, "rows": results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
