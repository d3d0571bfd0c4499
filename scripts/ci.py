"""What continuous integration runs: phases, each with a budget on this machine's own clock, and a table of them at the end.

The clock is a fixed piece of work (`probe`): machines that run CI differ in speed by a factor of two, and one machine
does from minute to minute as others share it. A budget is in minutes of a machine on which the probe takes
PROBE_SECONDS; a phase fails only if it took more than its budget times what the probe took here, before and after it."""
import concurrent.futures
import os
import subprocess
import sys
import time

PROBE_SECONDS = 1.0
PROBE = "x = 1\nfor i in range(12_000_000):\n  x = (x * 69069 + i) & 0xffffffff\n"
CORES = 2


def probe():
    """What the fixed work takes on both cores at once, over what it takes on the machine of the budgets."""
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(CORES) as pool:
        list(pool.map(lambda _: subprocess.run([sys.executable, "-c", PROBE], check=True), range(CORES)))
    return (time.monotonic() - start) / PROBE_SECONDS


class Phases:
    def __init__(self, say, clock=time.monotonic, measure=probe):
        self.say, self.clock, self.measure = say, clock, measure
        self.rows = []  # name, seconds, calibrated seconds, budget in seconds
        self.speed = measure()

    def run(self, name, minutes, work):
        """Does `work`, which exits when it fails, and notes what it took beside its budget."""
        self.say(name)
        before, start = self.speed, self.clock()
        try:
            work()
        finally:
            seconds = self.clock() - start
            self.speed = self.measure()
            self.rows.append((name, seconds, seconds / ((before + self.speed) / 2), 60 * minutes))

    def over(self):
        return [name for name, _, calibrated, budget in self.rows if calibrated > budget]

    def table(self):
        lines = [f"{'phase':<52}{'min':>7}{'calibrated':>12}{'budget':>8}"]
        total = ("all", *(sum(row[i] for row in self.rows) for i in (1, 2, 3)))
        for name, seconds, calibrated, budget in self.rows + [total]:
            mark = "  OVER" if calibrated > budget else ""
            lines.append(f"{name:<52}{seconds / 60:>7.1f}{calibrated / 60:>12.1f}{budget / 60:>8.1f}{mark}")
        return "\n".join(lines)


def self_test():
    now, speeds = [0.0], iter([1.0, 2.0, 2.0])

    def take(seconds):
        now[0] += seconds

    phases = Phases(lambda text: None, lambda: now[0], lambda: next(speeds))
    phases.run("on a machine that becomes slow", 1, lambda: take(80))  # 53 s calibrated
    phases.run("too long there", 1, lambda: take(130))  # 65 s
    assert phases.over() == ["too long there"], phases.table()
    assert phases.table().count("OVER") == 1


# The distribution's LLVM is not instrumented: containers and arenas that cross into it look overflowed.
ASAN = {"ASAN_OPTIONS": "detect_container_overflow=0:detect_odr_violation=0:allow_user_poisoning=0",
        "UBSAN_OPTIONS": "print_stacktrace=1"}


TIDY_MINUTES = 4


def tidy(lz):
    # What it begins it may end within a budget of its own.
    if not lz.passes("check_tidy.py", str(60 * TIDY_MINUTES - 30)):
        lz.fail("failed: check_tidy.py")


def main(lz):
    """`lz` is the front door (scripts/lz), whose verbs the phases are."""
    lz.setup()
    phases = Phases(lz.say)
    try:
        phases.run("check", 2, lz.check)
        phases.run("build", 25, lambda: lz.build("dev"))
        phases.run("test", 25, lambda: lz.test([]))
        phases.run("clang-tidy, which needs the folder of the build", TIDY_MINUTES, lambda: tidy(lz))
        phases.run("address and undefined-behaviour sanitizers: build", 30, lambda: lz.build("asan"))
        phases.run("address and undefined-behaviour sanitizers: test", 45,
                   lambda: lz.ctest("asan", ["-L", "unit|capi", "-LE", "slow"], dict(os.environ, **ASAN)))
        phases.run("thread sanitizer, without MLIR: build", 10, lambda: lz.build("tsan"))
        phases.run("thread sanitizer, without MLIR: test", 20, lambda: lz.ctest("tsan", ["-LE", "slow"]))
    finally:
        print(phases.table(), flush=True)
    if phases.over():
        lz.fail(f"over their budgets on this machine's own clock: {', '.join(phases.over())}")


if __name__ == "__main__":
    self_test()
    print(f"{probe():.2f}")
