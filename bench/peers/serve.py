"""What a peer's program does: says "ready", then for each line on its input, a number of steps, the seconds that
they took."""

import sys
import time


def serve(steps):
    """`steps(n)` runs n steps and waits for the last one."""
    steps(3)
    print("ready", flush=True)
    for line in sys.stdin:
        start = time.perf_counter()
        steps(int(line))
        print(f"{time.perf_counter() - start:.9f}", flush=True)
