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


def last_line(log):
    with open(log, encoding="utf-8") as file:
        return next((line.strip() for line in reversed(file.readlines()) if line.strip()), f"see {log}")


class Server:
    """A program that runs a number of steps on two cores and answers with the seconds that they took. The program
    computes one of `parts` equal parts of the work of the other programs."""

    def __init__(self, name, command, log, environment=None, parts=1):
        self.name, self.parts, self.compile_seconds, self.peak_bytes = name, parts, None, None
        env = dict(os.environ, OMP_NUM_THREADS="2", MKL_NUM_THREADS="2", OPENBLAS_NUM_THREADS="2",
                   OMP_PROC_BIND="true", OMP_PLACES="cores", **(environment or {}))
        with open(log, "w", encoding="utf-8") as errors:
            self.process = subprocess.Popen(PINNED + command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=errors, text=True, env=env)
        words = self.process.stdout.readline().split()
        if words[:1] != ["ready"]:
            self.stop()
            raise DidNotStart(f"{name} did not start: {last_line(log)}")
        if len(words) > 1:
            self.compile_seconds = float(words[1])
        if len(words) > 2:
            self.peak_bytes = int(words[2])

    def seconds(self, steps):
        self.process.stdin.write(f"{steps}\n")
        self.process.stdin.flush()
        return self.parts * float(self.process.stdout.readline())

    def resident(self):
        """The bytes of memory that the process holds before a call, and the most that it holds during the call."""
        before = self.status("VmRSS")
        with open(f"/proc/{self.process.pid}/clear_refs", "w", encoding="utf-8") as file:
            file.write("5")  # VmHWM starts again from VmRSS
        self.seconds(1)
        return {"before": before, "most": self.status("VmHWM")}

    def status(self, field):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            return next(1024 * int(line.split()[1]) for line in file if line.startswith(f"{field}:"))

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
        """Returns how many of the machine's cores are used by other processes, and how many by other machines
        (steal)."""
        cores = os.cpu_count()
        wall, others, steal = (b - a for a, b in zip(self.start, self.now()))
        return max(0.0, others / wall / cores), max(0.0, steal / wall / cores)
