"""Runs one test file of JAX to its end, in one process after another if tests crash or hang."""
import json
import os
import signal
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS_A_TEST = 600   # a test that takes longer hangs; the slowest test that passes takes less than a tenth
MOST_PROCESSES = 25    # for one file


def events(log):
    if not os.path.exists(log):
        return []
    with open(log, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def running(log):
    """The test that has started and not ended, or None."""
    current = None
    for event in events(log):
        if event[0] == "start":
            current = event[1]
        elif event[0] == "end":
            current = None
    return current


def append(log, *event):
    with open(log, "a", encoding="utf-8") as file:
        file.write(json.dumps(event) + "\n")


def wait(process, log):
    """Waits for the process, and kills it if its log does not grow for SECONDS_A_TEST. Returns whether it hung."""
    size, since = -1, time.time()
    while True:
        try:
            process.wait(timeout=1)
            return False
        except subprocess.TimeoutExpired:
            pass
        now = os.path.getsize(log) if os.path.exists(log) else 0
        if now != size:
            size, since = now, time.time()
        elif time.time() - since > SECONDS_A_TEST:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return True


def how_it_ended(code):
    return f"crashed with {signal.Signals(-code).name}" if code < 0 else f"the process ended with status {code}"


def tail(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file if line.strip()]
    return next((line for line in reversed(lines) if "Error" in line), lines[-1] if lines else "")[:300]


def run_file(python, tree, name, folder, environment):
    """Runs the file and returns its result: tests by name with outcome and reason, seconds, platform and runs."""
    log, output = os.path.join(folder, name + ".log"), os.path.join(folder, name + ".txt")
    for path in (log, output):
        if os.path.exists(path):
            os.remove(path)
    env = dict(environment, LZ_JAX_LOG=log, LZ_JAX_EXTRA=os.path.join(tree, "extra"),
               PYTHONPATH=os.pathsep.join([HERE, environment.get("PYTHONPATH", "")]))
    command = [python, "-m", "pytest", "-p", "recorder", "-p", "no:cacheprovider", "-q", "--tb=short",
               os.path.join("tests", name + "_test.py")]
    start, problem, runs = time.time(), "", 0
    for _ in range(MOST_PROCESSES):
        before = len(events(log))
        with open(output, "a", encoding="utf-8") as out:
            process = subprocess.Popen(command, cwd=tree, env=env, stdout=out, stderr=out, start_new_session=True)
        hung = wait(process, log)
        now = events(log)
        if any(event[0] == "done" for event in now[before:]):
            break
        test = running(log)
        what = f"did not end in {SECONDS_A_TEST} s" if hung else how_it_ended(process.returncode)
        if test is None:
            problem = f"{what}: {tail(output)}"
            break
        append(log, "end", test, "failed", what)
    else:
        problem = f"{MOST_PROCESSES} processes crashed"
    result = {"tests": {}, "seconds": time.time() - start, "platform": "", "problem": problem}
    for event in events(log):
        if event[0] == "collected":
            result["tests"].setdefault(event[1], ["failed", problem or "did not run"])
        elif event[0] == "end":
            result["tests"][event[1]] = event[2:]
        elif event[0] == "done":
            result["platform"], runs = event[1], max(runs, event[2])
    return result | {"runs": runs}
