"""Runs programs that are measured, and observes how busy the machine is with other work."""
import os
import subprocess
import time

TICK = os.sysconf("SC_CLK_TCK")
CORES = sorted(os.sched_getaffinity(0))[:2]
PINNED = ["taskset", "-c", ",".join(map(str, CORES))]
# glibc keeps freed memory instead of giving its pages back.
KEEP_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(1 << 32), "MALLOC_TRIM_THRESHOLD_": str(1 << 34),
               "MALLOC_TOP_PAD_": str(1 << 28)}


class DidNotStart(Exception):
    """The program ended before it was ready."""


class Server:
    """A program that answers a number of steps with the seconds they took, on two cores."""

    def __init__(self, name, command, log, environment=None):
        self.name, self.compile_seconds = name, None
        env = dict(os.environ, OMP_NUM_THREADS="2", MKL_NUM_THREADS="2", OPENBLAS_NUM_THREADS="2",
                   OMP_PROC_BIND="true", OMP_PLACES="cores", **(environment or {}))
        with open(log, "w", encoding="utf-8") as errors:
            self.process = subprocess.Popen(PINNED + command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=errors, text=True, env=env)
        words = self.process.stdout.readline().split()
        if words[:1] != ["ready"]:
            self.stop()
            raise DidNotStart(f"{name} did not start; see {log}")
        if len(words) > 1:
            self.compile_seconds = float(words[1])

    def seconds(self, steps):
        self.process.stdin.write(f"{steps}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


class Business:
    """The share of the machine that other work had between start and share()."""

    def __init__(self, servers):
        self.servers = servers
        self.start = self.now()

    def now(self):
        with open("/proc/stat", encoding="utf-8") as file:
            user, nice, system, _, _, irq, softirq, steal = map(int, file.readline().split()[1:9])
        own = sum(s.cpu_seconds() for s in self.servers) + sum(os.times()[:2])
        return time.time(), (user + nice + system + irq + softirq) / TICK - own, steal / TICK

    def shares(self):
        """Of the machine's cores: (other processes, steal by other machines)."""
        cores = os.cpu_count()
        wall, others, steal = (b - a for a, b in zip(self.start, self.now()))
        return max(0.0, others / wall / cores), max(0.0, steal / wall / cores)
