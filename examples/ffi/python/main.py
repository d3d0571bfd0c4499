"""Lazuli from Python with ctypes. NumPy arrays are shared through DLPack if NumPy is installed. Up to the line "only in
Python", it prints what examples/ffi/c prints.

  main.py FILE.mlir     a program of one f32 input of 2x4 and one output"""
import ctypes
import sys
from ctypes import POINTER, byref, c_uint8, c_void_p

import arrays
from arrays import numpy
from lazuli import *

COUNTERS = {"compiles": 1, "cache hits": 2, "executions": 5, "ops recorded": 9, "donated inputs": 10,
            "live tensors": 13, "bytes in use": 15, "peak bytes": 16}
BARRIERS = 6
SAMPLES, FEATURES, STEPS, HANDLES = 64, 4, 200, 100000
POINTS = [-3, -1.5, -0.75, -0.25, 0, 0.5, 1, 2.5]


def print_floats(title, tensor):
    print(title, *[f"{bits:08x}" for bits in read(tensor)])


def gelu(device, x):
    """x / 2 * (1 + erf(x / sqrt(2)))"""
    erf = op("erf", scale(device, x, 0.70710678118654752))
    total = op("add", erf, spread(scalar(device, 1), x))
    return op("multiply", scale(device, x, 0.5), total)


def show_gelu(device):
    x = from_host(device, (2, 4), POINTS)
    y = gelu(device, x)
    gradient, = gradients(y, spread(scalar(device, 1), x), [x])
    print(f"recorded graph\n{Handle('string', 'lz_recording_print', handles([y]), 1)}")
    print_floats("gelu", y)
    print_floats("gelu gradient", gradient)


def step(device, total, x, y, parameters):
    """loss = mean((x w + b - y)^2); w and b are changed by a tenth of the gradient."""
    w, b = parameters
    start = scalar(device, 0)
    columns_by_rows = DotGeneralAttributes(lhs_contracting_dimensions=int64s([1]), num_lhs_contracting_dimensions=1,
                                           rhs_contracting_dimensions=int64s([0]), num_rhs_contracting_dimensions=1)
    product = op("dot_general", x, w, byref(columns_by_rows))
    off = op("subtract", op("add", product, spread(b, y)), y)
    square, out = op("multiply", off, off), (c_void_p * 1)()
    call("lz_reduce", handles([square]), 1, handles([start]), 1, int64s([0]), 1, total, None, out, 1)
    loss = scale(device, owned(out)[0], 1 / SAMPLES)
    changes = gradients(loss, None, parameters)
    return loss, [op("subtract", p, scale(device, g, 0.1)) for p, g in zip(parameters, changes)]


def show_regression(context, device):
    xs = [[((i * 7 + j * 3 + i * j) % 11 - 5) / 8 for j in range(FEATURES)] for i in range(SAMPLES)]
    ys = [0.25 + sum(v * t for v, t in zip(row, (1, -2, 3, 0.5))) for row in xs]
    total = function_of(device, b"add", [(), ()], lambda a, b: op("add", a, b))
    x = from_host(device, (SAMPLES, FEATURES), [v for row in xs for v in row])
    y = from_host(device, (SAMPLES,), ys)
    parameters = [from_host(device, (FEATURES,), [0] * FEATURES), from_host(device, (), [0])]
    compiles, barriers = counter(context, COUNTERS["compiles"]), counter(context, BARRIERS)
    for _ in range(STEPS):
        loss, parameters = step(device, total, x, y, parameters)
        call("lz_context_barrier", context, device, 1, None)
    print_floats("regression loss", loss)
    print_floats("regression weights", parameters[0])
    print_floats("regression bias", parameters[1])
    print("regression barriers", counter(context, BARRIERS) - barriers, "compiles",
          counter(context, COUNTERS["compiles"]) - compiles)


def show_executable(device):
    """Compiles once and runs with different inputs; the second run is given its input's memory."""
    function = function_of(device, b"gelu", [(2, 4)], lambda x: gelu(device, x))
    options = CompileOptions(donate=(c_uint8 * 1)(1), num_donate=1)
    program = Handle("executable", "lz_function_compile", function, byref(options))
    given = from_host(device, (2, 4), [2 * v for v in POINTS])
    print_floats("executable", run(program, from_host(device, (2, 4), POINTS)))
    print_floats("executable with a donated input", run(program, given, True))
    try:
        read(given)
    except Error as error:
        print("reading the donated input: code", error.code)
    print(f"recorded program\n{Handle('string', 'lz_function_print', function)}")
    print(f"memory report\n{Handle('string', 'lz_executable_memory_report', program)}")


def show_module(context, device, path):
    with open(path, "rb") as file:
        text = file.read()
    module = Handle("module", "lz_module_parse", context, text, len(text), path.encode())
    program = Handle("executable", "lz_module_compile", module, None)
    print_floats("module", run(program, from_host(device, (2, 4), POINTS)))


def show_sharing_numpy(device):
    values = numpy.arange(1, 9, dtype=numpy.float32).reshape(2, 4)
    references = sys.getrefcount(values)
    capsule = values.__dlpack__()
    tensor = Handle("tensor", "lz_tensor_from_dlpack_legacy", device, c_void_p(capsule_pointer(capsule, b"dltensor")))
    capsule_rename(capsule, b"used_dltensor")
    lent = numpy.from_dlpack(Lent(tensor))
    print("shared in place:", int(lent.ctypes.data == values.ctypes.data and (lent == values).all()))
    del tensor, lent, capsule
    print("given back:", int(sys.getrefcount(values) == references))


def show_sharing_ctypes(device):
    room = (ctypes.c_char * (8 * 4 + 64))()
    address = ctypes.addressof(room) + -ctypes.addressof(room) % 64
    released = []
    release = ReleaseFn(lambda user, data: released.append(data))
    options = HostOptions(mode=HOST_BORROW_IMMUTABLE, release=release)
    tensor = Handle("tensor", "lz_tensor_from_host", device, F32, int64s((2, 4)), 2, c_void_p(address),
                    byref(options))
    managed = POINTER(DLManagedTensor)()
    call("lz_tensor_to_dlpack_legacy", tensor, byref(managed))
    del tensor
    print("shared in place:", int(managed.contents.dl_tensor.data == address and not released))
    managed.contents.deleter(ctypes.cast(managed, c_void_p))
    print("given back:", int(released == [address]))


def show_host_call(context, device):
    """Calls a function of this program in the middle of a compiled one, and reads without waiting."""
    calls = []

    def by_place(x, y):
        """Multiplies each element by its place."""
        calls.append(x)
        y[:] = (numpy.array(x) * numpy.arange(8, dtype=numpy.float32)).tolist() if numpy else \
            [v * i for i, v in enumerate(x)]
    x = from_host(device, (2, 4), POINTS)
    called, kept = host_call(context, device, b"by_place", by_place, add(x, x), (2, 4))
    total = add(called, x)
    print_floats("host call", total)
    bits, event = read_async(total)
    call("lz_event_wait", event, -1)
    print(f"calls {len(calls)}, read without waiting", *(f"{word:08x}" for word in bits))
    return kept


def show_error(device):
    a, b = from_host(device, (3,), POINTS), from_host(device, (2,), POINTS)
    line = sys._getframe().f_lineno + 2
    try:
        add(a, b)
    except Error as error:
        print(f"error: code {error.code}, op {error.op}, at the caller's line: "
              f"{int(error.location == f'{__file__}:{line}')}")
        print("error:", str(error)[str(error).index("["):])
        print(error, file=sys.stderr)


def show_handles(device):
    live = returns("lz_live_handles", c_int64)
    before = live()
    for i in range(HANDLES):
        scalar(device, i)
    print(f"handles made {HANDLES}, left {live() - before}")


def main():
    context = Handle("context", "lz_context_create", byref(ContextOptions(threads=2)))
    device = Handle("device", "lz_context_device", context, 0)
    print("version", lib.lz_version(), "abi", lib.lz_abi_version())
    show_gelu(device)
    show_regression(context, device)
    show_executable(device)
    show_module(context, device, sys.argv[1])
    (show_sharing_numpy if numpy else show_sharing_ctypes)(device)
    kept = show_host_call(context, device)
    show_error(device)
    for name, which in COUNTERS.items():
        print("counter", name, counter(context, which))
    show_handles(device)
    print("only in Python")
    arrays.show_all(context, device)
    del device, context, kept


main()
print("handles at the end", returns("lz_live_handles", c_int64)())
