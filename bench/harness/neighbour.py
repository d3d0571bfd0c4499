"""Measures by which factor programs are slower while another process spins on one of their two cores."""
import signal
import statistics
import subprocess
import sys
import time

from harness.server import CORES


class Neighbour:
    """A process that spins on one core between resume() and pause()."""

    def __enter__(self):
        self.process = subprocess.Popen(["taskset", "-c", str(CORES[-1]), sys.executable, "-c", "while True: pass"])
        self.pause()
        return self

    def resume(self):
        self.process.send_signal(signal.SIGCONT)
        time.sleep(0.02)  # until it runs

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def slowdowns(servers, calls, rounds):
    """name -> the median over the rounds of its time beside the neighbour / its time before."""
    ratios = {s.name: [] for s in servers}
    with Neighbour() as neighbour:
        for _ in range(rounds):
            for server in servers:
                quiet = server.seconds(calls[server.name])
                neighbour.resume()
                busy = server.seconds(calls[server.name])
                neighbour.pause()
                ratios[server.name].append(busy / quiet)
    return {name: statistics.median(r) for name, r in ratios.items()}
