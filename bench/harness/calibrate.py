"""Measures the constants of the cost model (impl/base/machine/CostTable.cc). Pairs of small kernels differ in one
operation. Most constants are the difference of the times of both kernels, divided by the difference of the
numbers of operations. All kernels except those for bytes stay in the first-level cache.
"""
import dataclasses
import pathlib
import tempfile

from harness import model

VECTOR = 16  # elements of a cost step
LEVELS = ("L1", "L2", "L3", "memory")
KIB_OF_LEVELS = (16, 256, 4096, 1 << 16)  # read and written; each is the middle of one cache level


def tensor(dims, dtype="f32"):
    return f"tensor<{'x'.join([*map(str, dims), dtype])}>"


def program(arguments, result, lines):
    head = ", ".join(f"%{name}: {tensor(dims)}" for name, dims in arguments.items())
    body = "\n  ".join(["%z = stablehlo.constant dense<0.0> : tensor<f32>", *lines])
    return f"module {{ func.func @main({head}) -> {tensor(result)} {{\n  {body}\n}} }}\n"


def chain(n, ops):
    """x + x, and then `ops` - 1 further ops."""
    t = tensor([n])
    lines = [f"%v0 = stablehlo.add %x, %x : {t}"]
    lines += [f"%v{i} = stablehlo.{'add' if i % 2 else 'multiply'} %v{i - 1}, %x : {t}" for i in range(1, ops)]
    return program({"x": [n]}, [n], [*lines, f"return %v{ops - 1} : {t}"])


def bias(rows, columns):
    t, v = tensor([rows, columns]), tensor([rows])
    return program({"x": [rows, columns], "b": [rows]}, [rows, columns], [
        f"%w = stablehlo.broadcast_in_dim %b, dims = [0] : ({v}) -> {t}", f"%0 = stablehlo.add %x, %w : {t}", f"return %0 : {t}"])


def row_sums(rows, columns):
    t, v = tensor([rows, columns]), tensor([rows])
    return program({"x": [rows, columns]}, [rows], [
        f"%0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : ({t}, tensor<f32>) -> {v}",
        f"return %0 : {v}"])


def strided(n, stride):
    t = tensor([n])
    return program({"x": [n * stride]}, [n], [f"%s = stablehlo.slice %x [0:{n * stride}:{stride}] : ({tensor([n * stride])}) -> {t}",
                                              f"%0 = stablehlo.add %s, %s : {t}", f"return %0 : {t}"])


def plus_index(rows, columns, dim):
    """x plus the row or the column of each element, as a vector."""
    t, m, i = tensor([rows * columns]), tensor([rows, columns]), tensor([rows, columns], "i32")
    return program({"x": [rows * columns]}, [rows * columns], [
        f"%i = stablehlo.iota dim = {dim} : {i}", f"%f = stablehlo.convert %i : ({i}) -> {m}",
        f"%r = stablehlo.reshape %f : ({m}) -> {t}", f"%0 = stablehlo.add %x, %r : {t}", f"return %0 : {t}"])


@dataclasses.dataclass
class Probe:
    """The value of `constant` is (time of `more` - time of `less`) / count, minus the steps in `beside`. Its unit is
    a step, unless it is in ns."""
    constant: str
    more: str
    less: str | None
    count: float
    in_ns: bool = False
    beside: float = 0


N = 4096
PROBES = [
    Probe("ns_per_step", chain(N, 33), chain(N, 9), 24 * N / VECTOR, in_ns=True),
    Probe("call", chain(1, 1), None, 1, in_ns=True),
    Probe("unit", chain(N, 1), None, N / VECTOR, in_ns=True, beside=3),
    Probe("gather", strided(1024, 7), chain(1024, 1), 1024 / VECTOR, beside=-1),
    Probe("turn", row_sums(1024, 7), row_sums(1024, 2), 5 * 1024 / VECTOR, beside=1),
    Probe("partial", bias(1024, 17), bias(1024, 32), 1024),
    Probe("quotient", plus_index(585, 7, 1), plus_index(1, 4095, 1), 4095 / VECTOR),
]


def constants(times, probes):
    """{constant: value} from {program: ns}."""
    def ns(probe):
        return (times[probe.more] - (times[probe.less] if probe.less else 0)) / probe.count
    step = next(ns(p) for p in probes if p.constant == "ns_per_step")
    return {p.constant: (ns(p) - p.beside * step) / (1 if p.in_ns else step) for p in probes}


def times_of(texts, programs, seconds, threads, cpu):
    """{text: ns of its kernel} and the table."""
    with tempfile.TemporaryDirectory() as folder:
        files = {pathlib.Path(folder) / f"{i:03}.mlir": text for i, text in enumerate(dict.fromkeys(texts))}
        for file, text in files.items():
            file.write_text(text)
        run = model.measure(programs, files, seconds, threads, cpu=cpu)
    return {files[pathlib.Path(k["program"])]: k["measured_ns"] for k in run["kernels"]}, run["table"]


def bytes_per_ns(programs, seconds, threads, cpu):
    """For each level: x + x reads and writes this many bytes."""
    texts = [chain(kib * 1024 // 8, 1) for kib in KIB_OF_LEVELS]
    times, _ = times_of(texts, programs, seconds, threads, cpu)
    return [kib * 1024 / times[text] for kib, text in zip(KIB_OF_LEVELS, texts)]


def calibrate(programs, seconds, threads, cpu="host"):
    """Returns [(constant, its value in the table or None, its measured value)]. `threads` is the number of threads
    that share the bandwidth of the memory."""
    times, table = times_of([t for p in PROBES for t in (p.more, p.less) if t], programs, seconds, 1, cpu)
    found = [(name, table.get(name), value) for name, value in constants(times, PROBES).items()]
    rates = bytes_per_ns(programs, seconds, 1, cpu)
    found += [(f"bytes_per_ns {level}", table["bytes_per_ns"][i], rates[i]) for i, level in enumerate(LEVELS)]
    shared = bytes_per_ns(programs, seconds, threads, cpu)[-1]
    return table["cpu"], found + [("memory_per_ns", table["memory_per_ns"], shared)]


def text(cpu, found):
    lines = [f"class {cpu}{'':20} table   measured"]
    return "\n".join(lines + [f"{name:24} {'-' if stated is None else format(stated, '.3g'):>10} {measured:10.3g}" for name, stated, measured in found])
