"""Runs the phases of continuous integration. Each phase has a budget of time. At the end, prints a table of the
phases.

Machines that run CI differ in speed by a factor of two, and the speed of one machine differs from minute to
minute, because other work shares it. So the unit of time is that of a fixed piece of work (`probe`). A budget is
the number of minutes on a machine on which the probe takes PROBE_SECONDS. The probe runs before and after a
phase. A phase fails only if it takes longer than its budget times the time of the probe here, divided by
PROBE_SECONDS."""
import concurrent.futures
import contextlib
import io
import os
import signal
import subprocess
import sys
import time
import traceback

PROBE_SECONDS = 0.25
PROBE = "x = 1\nfor i in range(3_000_000):\n  x = (x * 69069 + i) & 0xffffffff\n"
REPEATS = 5  # the best counts, so that a moment in which another job runs is not taken for a slow machine
CORES = 2


def best(work, clock=time.monotonic):
    """The seconds of the fastest of REPEATS runs of `work`."""
    taken = []
    for _ in range(REPEATS):
        start = clock()
        work()
        taken.append(clock() - start)
    return min(taken)


def probe():
    """Returns the time of the fixed work on both cores at once, divided by its time on the machine of the budgets."""
    with concurrent.futures.ThreadPoolExecutor(CORES) as pool:
        return best(lambda: list(pool.map(lambda _: subprocess.run([sys.executable, "-c", PROBE], check=True),
                                          range(CORES)))) / PROBE_SECONDS


class Phases:
    def __init__(self, say, clock=time.monotonic, measure=probe):
        self.say, self.clock, self.measure = say, clock, measure
        self.rows = []  # name, seconds, calibrated seconds, budget in seconds, whether it ended well
        self.speed = measure()

    def run(self, name, minutes, work):
        """Runs `work`, which exits if it fails, and notes its time beside its budget."""
        self.say(name)
        before, start, passed = self.speed, self.clock(), False
        try:
            work()
            passed = True
        finally:
            seconds = self.clock() - start
            self.speed = self.measure()
            self.rows.append((name, seconds, seconds / ((before + self.speed) / 2), 60 * minutes, passed))

    def over(self):
        return [name for name, _, calibrated, budget, passed in self.rows if passed and calibrated > budget]

    def table(self):
        lines = [f"{'phase':<52}{'min':>7}{'calibrated':>12}{'budget':>8}"]
        total = ("all", *(sum(row[i] for row in self.rows) for i in (1, 2, 3)), True)
        for name, seconds, calibrated, budget, passed in self.rows + [total]:
            mark = "  FAILED" if not passed else "  OVER" if calibrated > budget else ""
            lines.append(f"{name:<52}{seconds / 60:>7.1f}{calibrated / 60:>12.1f}{budget / 60:>8.1f}{mark}")
        return "\n".join(lines)


def run_all(phases, work):
    """Runs `work(phases)`. The last lines are the table, also if a phase fails or CI is stopped. Returns the status."""
    why = None
    try:
        work(phases)
    except BaseException as end:  # a phase that fails exits
        if isinstance(end, Exception):
            traceback.print_exc()
        why = str(end) or "stopped"
    if not why and phases.over():
        why = f"over their budgets on this machine's own clock: {', '.join(phases.over())}"
    if why:
        phases.say(f"ci: {why}")
    print(phases.table(), flush=True)
    return 1 if why else 0

def self_test():
    now, speeds = [0.0], iter([1.0, 2.0, 2.0])

    def take(seconds):
        now[0] += seconds

    phases = Phases(lambda text: None, lambda: now[0], lambda: next(speeds))
    phases.run("on a machine that becomes slow", 1, lambda: take(80))  # 53 s calibrated
    phases.run("too long there", 1, lambda: take(130))  # 65 s
    assert phases.over() == ["too long there"], phases.table()
    assert phases.table().count("OVER") == 1
    times = iter([0, 3, 3, 4, 4, 6, 6, 9, 9, 11])
    assert best(lambda: None, lambda: next(times)) == 1
    test_ends(take, lambda: now[0])


def test_ends(take, clock):
    """However CI ends, it prints the table last, with the phase that failed."""
    def slow(phases):
        phases.run("slow", 1, lambda: take(61))

    def fails(phases):
        phases.run("good", 1, lambda: take(5))
        phases.run("bad", 1, lambda: sys.exit("lz: 'ninja' failed"))
        phases.run("not reached", 1, lambda: take(5))

    for work, status, why, words in ((lambda phases: phases.run("good", 1, lambda: take(5)), 0, "", []),
                                     (slow, 1, "over their budgets on this machine's own clock: slow", ["OVER", "OVER"]),
                                     (fails, 1, "'ninja' failed", ["FAILED"])):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            phases = Phases(print, clock, lambda: 1.0)
            assert run_all(phases, work) == status
        assert out.getvalue().endswith(phases.table() + "\n") and why in out.getvalue(), out.getvalue()
        assert [line.split()[-1] for line in phases.table().splitlines() if line[-1].isupper()] == words, phases.table()


# The distribution's LLVM is not instrumented. So containers and arenas that are passed to LLVM look overflowed.
ASAN = {"ASAN_OPTIONS": "detect_container_overflow=0:detect_odr_violation=0:allow_user_poisoning=0",
        "UBSAN_OPTIONS": "print_stacktrace=1"}


TIDY_MINUTES = 4


def tidy(lz):
    # A job that has begun may end within a budget of its own.
    if not lz.passes("check_tidy.py", str(60 * TIDY_MINUTES - 30)):
        lz.fail("failed: check_tidy.py")


# The phases take 0.1, 4.4, 5.4, 7.9, 6.3, 1.8 and 2.2 minutes on an idle AMD Zen 5 with two cores and an empty cache. A
# short measurement at the beginning scales the budgets to the speed of this machine. They are twice these times, because
# that measurement does not cover caches and memory.
def work(lz, phases):
    phases.run("check", 1, lz.check)
    phases.run("build", 9, lambda: lz.build("dev"))
    phases.run("test", 11, lambda: lz.test([]))
    phases.run("clang-tidy, which needs the folder of the build", TIDY_MINUTES, lambda: tidy(lz))
    phases.run("address and undefined-behaviour sanitizers: build", 16, lambda: lz.build("asan"))
    phases.run("address and undefined-behaviour sanitizers: test", 13,
               lambda: lz.ctest("asan", ["-L", "unit|capi", "-LE", "slow"], dict(os.environ, **ASAN)))
    phases.run("thread sanitizer, without MLIR: build", 4, lambda: lz.build("tsan"))
    phases.run("thread sanitizer, without MLIR: test", 5, lambda: lz.ctest("tsan", ["-LE", "slow"]))


def main(lz):
    """`lz` is the front door (scripts/lz), whose verbs are the phases. Exits."""
    self_test()
    # The program that runs CI sends this signal when its own time is up. The table then shows which phases took the
    # time.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped by SIGTERM"))
    lz.setup()
    sys.exit(run_all(Phases(lz.say), lambda phases: work(lz, phases)))


if __name__ == "__main__":
    self_test()
    print(f"{probe():.2f}")
