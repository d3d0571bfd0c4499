"""Lazuli from Python with ctypes: handles that release themselves, errors that are exceptions, NumPy arrays shared
through DLPack where NumPy is there. Prints what examples/ffi/c prints.

  main.py FILE.mlir [LIBRARY]     FILE: a program of one f32 input of 2x4 and one output"""
import array
import ctypes
import sys
from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint8, c_uint64, c_void_p

try:
    import numpy
except ImportError:
    numpy = None

lib = ctypes.CDLL(sys.argv[2] if len(sys.argv) > 2 else "liblazuli.so.0")
F32, INVALID_ARGUMENT, HOST_BORROW_IMMUTABLE = 11, 3, 2
COUNTERS = {"compiles": 1, "cache hits": 2, "executions": 5, "ops recorded": 9, "donated inputs": 10,
            "live tensors": 13, "bytes in use": 15, "peak bytes": 16}
BARRIERS = 6
SAMPLES, FEATURES, STEPS, HANDLES = 64, 4, 200, 100000
POINTS = [-3, -1.5, -0.75, -0.25, 0, 0.5, 1, 2.5]


def fields(*names_and_types):
    """A struct that begins with struct_size and is otherwise zero: every default."""
    class Options(Structure):
        _fields_ = [("struct_size", c_size_t)] + list(names_and_types)

        def __init__(self, **values):
            super().__init__(ctypes.sizeof(type(self)), **values)
    return Options


OpOptions = fields(("file", c_char_p), ("line", c_int64), ("name", c_char_p))
# What comes behind is zero as far as the library is concerned: it knows the size.
ContextOptions = fields(("threads", c_int32), ("numerics", c_int32))
CompileOptions = fields(("numerics", c_int32), ("reserved", c_int32), ("donate", POINTER(c_uint8)),
                        ("num_donate", c_size_t))
RunOptions = fields(("flags", c_uint64), ("donate", POINTER(c_uint8)), ("num_donate", c_size_t))
ReleaseFn = ctypes.CFUNCTYPE(None, c_void_p, c_void_p)
HostOptions = fields(("mode", c_int32), ("reserved", c_int32), ("byte_strides", POINTER(c_int64)),
                     ("release", ReleaseFn), ("release_user", c_void_p), ("out_event", c_void_p))


class Error(Exception):
    def __init__(self, status):
        self.code = lib.lz_status_code(c_void_p(status))
        self.op, self.location, message = (returns(name, c_char_p)(c_void_p(status)).decode() for name in
                                           ("lz_status_op", "lz_status_location", "lz_status_message"))
        lib.lz_status_release(c_void_p(status))
        super().__init__(f"{self.location}: {message}" if self.location else message)


def returns(name, kind):
    function = getattr(lib, name)
    function.restype = kind
    return function


def convert(value):
    """What a Python value is to C. Plain ints would be cut to 32 bits."""
    if isinstance(value, Handle):
        return c_void_p(value.object)
    if isinstance(value, int):
        return c_int64(value)
    if isinstance(value, float):
        return c_double(value)
    return value


def call(name, *arguments):
    status = returns(name, c_void_p)(*map(convert, arguments))
    if status:
        raise Error(status)


class Handle:
    """One reference, given back with the object. kind: the type's name without lz_."""

    def __init__(self, kind, name=None, *arguments):
        self.kind, self.object = kind, None
        if name:
            out = c_void_p()
            call(name, *arguments, byref(out))
            self.object = out.value

    def __del__(self):
        if self.object:
            getattr(lib, f"lz_{self.kind}_release")(c_void_p(self.object))

    def __str__(self):  # of strings
        return returns("lz_string_data", c_char_p)(convert(self)).decode()


def here(depth=2):
    frame = sys._getframe(depth)
    return OpOptions(file=frame.f_code.co_filename.encode(), line=frame.f_lineno)


def op(name, *arguments):
    """Records an op of one result with the line that called the caller."""
    return Handle("tensor", f"lz_{name}", *arguments, byref(here(3)))


def add(a, b):
    return op("add", a, b)


def handles(values):
    out = (c_void_p * len(values))(*[value.object for value in values])
    out.values = values  # pointers alone would not keep temporaries alive until the call
    return out


def owned(raw, kind="tensor"):
    out = []
    for pointer in raw:
        out.append(Handle(kind))
        out[-1].object = pointer
    return out


def int64s(values):
    return (c_int64 * len(values))(*values)


def from_host(device, dims, values):
    data = array.array("f", values)
    return Handle("tensor", "lz_tensor_from_host", device, F32, int64s(dims), len(dims),
                  c_void_p(data.buffer_info()[0]), None)


def scalar(device, value):
    return Handle("tensor", "lz_scalar_f64", device, F32, float(value), None)


def spread(value, like):
    rank = returns("lz_tensor_rank", c_size_t)(convert(like))
    dims = returns("lz_tensor_dims", POINTER(c_int64))(convert(like))
    return op("broadcast_in_dim", value, None, 0, dims, rank)


def scale(device, x, by):
    return op("multiply", x, spread(scalar(device, by), x))


def gradients(output, cotangent, arguments):
    out = (c_void_p * len(arguments))()
    call("lz_gradients", handles([output]), 1, handles([cotangent]) if cotangent else None, handles(arguments),
         len(arguments), None, out)
    return owned(out)


def read(tensor):
    size = returns("lz_tensor_nbytes", c_int64)(convert(tensor))
    bits = array.array("I", bytes(size))
    call("lz_tensor_read", tensor, c_void_p(bits.buffer_info()[0]), size)
    return bits


def print_floats(title, tensor):
    print(title, *[f"{bits:08x}" for bits in read(tensor)])


def counter(context, which):
    value = c_int64()
    call("lz_context_counter", context, which, byref(value))
    return value.value


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


def function_of(device, name, types, body):
    function = Handle("function", "lz_function_begin", device, name)
    parameters = [Handle("tensor", "lz_function_parameter", function, F32, int64s(dims), len(dims)) for dims in types]
    call("lz_function_finish", function, handles([body(*parameters)]), 1)
    return function


def step(device, total, x, y, parameters):
    """loss = mean((x w + b - y)^2); w and b go a tenth of the gradient down."""
    w, b = parameters
    start = scalar(device, 0)
    product = op("dot_general", x, w, None, 0, None, 0, int64s([1]), 1, int64s([0]), 1, F32)
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


def run(program, x, give=False):
    out = (c_void_p * 1)()
    options = RunOptions(flags=1, donate=(c_uint8 * 1)(give), num_donate=1)
    call("lz_executable_run", program, handles([x]), 1, byref(options), out, 1)
    return owned(out)[0]


def show_executable(device):
    """Compiled once, called with other inputs; the second is given away."""
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


class DLTensor(Structure):
    _fields_ = [("data", c_void_p), ("device", c_int32 * 2), ("ndim", c_int32), ("dtype", c_uint8 * 4),
                ("shape", POINTER(c_int64)), ("strides", POINTER(c_int64)), ("byte_offset", c_uint64)]


class DLManagedTensor(Structure):
    _fields_ = [("dl_tensor", DLTensor), ("manager_ctx", c_void_p), ("deleter", ctypes.CFUNCTYPE(None, c_void_p))]


capsule_new = ctypes.pythonapi.PyCapsule_New
capsule_new.restype, capsule_new.argtypes = ctypes.py_object, [c_void_p, c_char_p, c_void_p]
capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
capsule_pointer.restype, capsule_pointer.argtypes = c_void_p, [ctypes.py_object, c_char_p]
capsule_rename = ctypes.pythonapi.PyCapsule_SetName
capsule_rename.argtypes = [ctypes.py_object, c_char_p]


class Lent:
    """A tensor as NumPy takes it: from_dlpack(Lent(tensor)) is an array in the tensor's memory."""

    def __init__(self, tensor):
        self.tensor = tensor

    def __dlpack_device__(self):
        return 1, 0

    def __dlpack__(self, **_):
        managed = c_void_p()
        call("lz_tensor_to_dlpack_legacy", self.tensor, byref(managed))
        return capsule_new(managed, b"dltensor", None)


def show_sharing_numpy(device):
    # Only memory aligned to 64 is used in place; NumPy aligns to 16.
    room = numpy.empty(8 * 4 + 64, numpy.uint8)
    start = -room.ctypes.data % 64
    values = room[start:start + 32].view(numpy.float32).reshape(2, 4)
    values[:] = numpy.arange(1, 9).reshape(2, 4)
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
    show_error(device)
    for name, which in COUNTERS.items():
        print("counter", name, counter(context, which))
    show_handles(device)


main()
print("handles at the end", returns("lz_live_handles", c_int64)())
