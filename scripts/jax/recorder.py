"""A plugin of pytest: writes each event of a test file of JAX to the file that LZ_JAX_LOG names, one JSON list a line.

    ["collected", name]              each test of the file, before the first one starts
    ["start", name]
    ["end", name, outcome, reason]   outcome is passed, failed or skipped
    ["done", platform, runs]         the end of the file: the default platform, and the runs of programs on Lazuli, or -1

Tests that the log has already are left out, so a process can go on where another one has crashed."""
import json
import os

import pytest

import jax._src

LOG = os.environ["LZ_JAX_LOG"]
# hypothesis_test_util.py of the tree; the installed JAX does not have it.
jax._src.__path__.append(os.environ["LZ_JAX_EXTRA"])


def write(*event):
    with open(LOG, "a", encoding="utf-8") as log:
        log.write(json.dumps(event) + "\n")


def known():
    if not os.path.exists(LOG):
        return set()
    with open(LOG, encoding="utf-8") as log:
        return {event[1] for event in map(json.loads, log) if event[0] in ("start", "end")}


def short(name):
    return name.split("::", 1)[-1]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    before = known()
    for item in items:
        write("collected", short(item.nodeid))
    config.hook.pytest_deselected(items=[item for item in items if short(item.nodeid) in before])
    items[:] = [item for item in items if short(item.nodeid) not in before]


def pytest_runtest_logstart(nodeid):
    write("start", short(nodeid))


def first_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0][:300] if lines else ""


# What each test has so far: a failure of any phase counts, and so does a skip.
_results = {}


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    name = short(item.nodeid)
    outcome, reason = _results.get(name, ("passed", ""))
    if report.failed:
        message = first_line(str(call.excinfo.value)) if call.excinfo else ""
        outcome, reason = "failed", f"{call.excinfo.typename}: {message}" if call.excinfo else "failed"
    elif report.skipped and outcome == "passed":
        text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        outcome, reason = "skipped", first_line(text).removeprefix("Skipped: ")
    _results[name] = outcome, reason
    if report.when == "teardown":
        write("end", name, *_results.pop(name))


def runs_on_lazuli():
    try:
        from jax_plugins import lazuli
        return lazuli.run_count()
    except ImportError:
        return -1


def pytest_sessionfinish(session):
    if session.testscollected or known():
        write("done", jax.default_backend(), runs_on_lazuli())
