"""Measures one row: after their results agree, all its programs stay alive and take turns."""
import dataclasses
import json
import pathlib
import shutil
import statistics
import time

import ml_dtypes
import numpy as np

from harness.neighbour import slowdowns
from harness.paired import spread
from harness.row import BENCH, SEED, library_of
from harness.server import KEEP_MEMORY, Business, DidNotStart, Server

PEERS = ("jax", "torch", "torch.compile", "torch.lazy", "scipy", "keops", "keops-tuned", "faiss", "onednn", "mlx")
ON_ARRAYS = ("scipy", "keops", "faiss")  # libraries of peers/row_arrays.py
TUNED = "-march=native -ffast-math"  # of keops-tuned
BUSY = 0.03  # share of the machine
LEAST_CALLS, LONG_CALL = 5, 0.2  # calls in a round, unless a call takes at least LONG_CALL seconds


@dataclasses.dataclass
class Options:
    programs: pathlib.Path  # folder of bench_row and bench_limits
    peers: dict  # peer -> its Python; onednn -> bench_onednn
    work: pathlib.Path
    seconds: float
    rounds: int
    keep_memory: bool
    neighbour: bool  # also measures beside a process that spins on one of the cores


class Disagrees(Exception):
    """Results differ by more than the row allows."""


def write_arguments(row, folder):
    arguments = [np.ascontiguousarray(a) for a in row.call("arguments", np.random.default_rng(SEED))]
    for i, a in enumerate(arguments):
        (folder / f"argument{i}.bin").write_bytes(a.tobytes())
    (folder / "arguments.json").write_text(json.dumps([[a.dtype.name, a.shape] for a in arguments]))


def array(file, dtype, shape):
    """The first elements of the file, as many as the shape has."""
    return np.frombuffer(file.read_bytes(), getattr(ml_dtypes, dtype, dtype), int(np.prod(shape))).reshape(shape)


def wide(values):
    return values.astype(np.complex128 if np.iscomplexobj(values) else np.float64)


def compared(row, folder, name, types):
    """Returns the parts of a program's results that are compared. If a peer has computed only the first rows of each
    result, `types` says so."""
    results = [array(folder / f"{name}.result{i}.bin", *t) for i, t in enumerate(types)]
    if row.has("compared"):
        arguments = [array(folder / f"argument{i}.bin", *t)
                     for i, t in enumerate(json.loads((folder / "arguments.json").read_text()))]
        results = row.call("compared", arguments, results)
    return map(wide, results)


def check(row, folder, peer):
    """Returns the greatest difference of Lazuli's results from a peer's, relative to the greatest element."""
    worst = 0.0
    types = json.loads((folder / f"{peer}.results.json").read_text())
    for i, (ours, theirs) in enumerate(zip(compared(row, folder, "lazuli", types), compared(row, folder, peer, types))):
        difference = np.max(np.abs(ours - theirs), initial=0) / max(np.max(np.abs(theirs), initial=0), 1e-30)
        if not difference <= row.tolerance:
            raise Disagrees(f"result {i} differs from {peer}'s by {difference:.1e} of its greatest element")
        worst = max(worst, float(difference))
    return worst


def limit_commands(row, options):
    """name -> command of the limits of the row; the fastest of them counts."""
    if not row.has("cost"):
        return {}
    cost, program = row.call("cost"), str(options.programs / "bench_limits")
    if cost.flops:
        return {f"limit.{cost.dtype}": [program, cost.dtype, str(cost.flops // row.parts("limit"))]}
    kinds = ["copy", "stream"] + (["update"] if row.donated else [])
    return {f"limit.{kind}": [program, kind, str(cost.read), str(cost.written)] for kind in kinds}


def commands(row, folder, options):
    """Returns name -> command. The commands of peers come first, because JAX writes the program that Lazuli reads."""
    found = {}
    own = row.call("commands") if row.has("commands") else None
    for peer, program in options.peers.items():
        library = library_of(peer)
        if peer == "onednn":
            words = row.call("in_onednn") if row.has("in_onednn") else []
            found.update({peer: [program, *map(str, words), str(folder)]} if words else {})
        elif own:
            found.update({peer: [program] + own[peer]} if peer in own else {})
        elif peer != "torch.lazy" and row.has(f"in_{library}"):
            file = "row_arrays.py" if library in ON_ARRAYS else f"row_{library}.py"
            found[peer] = [program, str(BENCH / "peers" / file), row.name, str(folder)]
            found[peer] += ["--compile"] if peer.endswith(".compile") else [peer] if library in ON_ARRAYS else []
    if own:
        found["lazuli"] = [str(options.programs / own["lazuli"][0])] + own["lazuli"][1:]
    else:
        text = folder / "program.mlir"
        if "jax" not in found:
            if row.text is None:
                raise ValueError("no program of it is kept: it needs the peer jax, which writes it")
            shutil.copy(row.text, text)
        found["lazuli"] = [str(options.programs / "bench_row"), str(text), str(folder)]
        found["lazuli"] += [f"{a}:{r}" for a, r in row.donated.items()]
    return {**found, **limit_commands(row, options)}


def environment_of(peer, options):
    """KeOps adds CXXFLAGS to its own flags. It keeps the formulas that it has compiled, by their text and flags."""
    keep = KEEP_MEMORY if options.keep_memory else {}
    if library_of(peer) != "keops":
        return keep
    return {**keep, "KEOPS_CACHE_FOLDER": str(options.work / "keops"), "CXXFLAGS": TUNED if peer == "keops-tuned" else ""}


def start(row, folder, options, notes):
    servers = []
    for name, command in commands(row, folder, options).items():
        environment = environment_of(name, options) if name in PEERS else {}
        parts = row.parts(name.split(".")[0])
        try:
            servers.append(Server(name, command, folder / f"{name}.log", environment, parts))
        except DidNotStart as reason:
            if name not in PEERS:
                raise
            notes.append(str(reason))
    return servers


def calls_of(server, seconds):
    """Returns the number of calls that fill the program's share of a round. There are enough calls that the data of
    the previous program in the caches does not matter."""
    calls, taken = 1, server.seconds(1)
    while taken < seconds / 4 and taken < 0.05:
        calls *= 4
        taken = server.seconds(calls)
    least = LEAST_CALLS if taken / calls < LONG_CALL else 1
    return max(least, round(seconds * calls / taken))


def seconds_of_a_call(server, calls):
    time.sleep(0.005)  # until the threads of the previous program stop spinning
    return server.seconds(calls) / calls


def take_turns(servers, calls, options):
    times = {s.name: [] for s in servers}
    for turn in range(options.rounds):
        # Each round begins with another program, so that no program is the first one of all rounds.
        for server in servers[turn % len(servers):] + servers[:turn % len(servers)]:
            times[server.name].append(seconds_of_a_call(server, calls[server.name]))
    return times


def summary(times):
    best_limit = min((t for t in times if t.startswith("limit.")), key=lambda t: statistics.median(times[t]),
                     default=None)
    lazuli = times["lazuli"]
    out = {"ms": {name: 1e3 * statistics.median(t) for name, t in times.items()},
           "spread": {name: spread(t) for name, t in times.items()},
           "ratio": {name: statistics.median(p / o for p, o in zip(times[name], lazuli))
                     for name in times if name in PEERS}}
    if best_limit:
        out["limit"] = best_limit.split(".", 1)[1]
        out["percent_of_limit"] = 100 * statistics.median(l / o for l, o in zip(times[best_limit], lazuli))
    return out


def measure(row, options):
    """The row's entry of the JSON file. Raises Disagrees and DidNotStart."""
    folder = options.work / row.name
    folder.mkdir(parents=True, exist_ok=True)
    if row.has("arguments"):
        write_arguments(row, folder)
    notes = []
    servers = start(row, folder, options, notes)
    try:
        checked = {s.name: check(row, folder, s.name) for s in servers
                   if s.name in PEERS and row.has("arguments")}
        if row.has("arguments") and not checked:
            notes.append("unchecked: no peer")
        own = [s for s in servers if not s.name.startswith("limit.")]
        resident = {s.name: s.resident() for s in own}
        calls = {s.name: calls_of(s, options.seconds / options.rounds) for s in servers}
        business = Business(servers)
        times = take_turns(servers, calls, options)
        others, steal = business.shares()
        slower = slowdowns(own, calls, options.rounds) if options.neighbour else {}
        compile_ms = {s.name: 1e3 * s.compile_seconds for s in servers if s.compile_seconds is not None}
    finally:
        for server in servers:
            server.stop()
        for file in folder.glob("*.bin"):
            file.unlink()
    return {**summary(times), "compile_ms": compile_ms, "difference": checked, "notes": notes,
            "peak_bytes": next(s.peak_bytes for s in own if s.name == "lazuli"), "resident_bytes": resident,
            "parts": {s.name: s.parts for s in own if s.parts > 1},
            "beside_a_neighbour": slower, "others": others, "steal": steal, "busy": others > BUSY or steal > BUSY, "times": times}
