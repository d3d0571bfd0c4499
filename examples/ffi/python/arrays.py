"""What Python needs from a library of arrays: ops by name, dtypes, arrays in the tensors' own memory, reads into any
layout, counters as a dict, and independence of environment variables."""
import os

from lazuli import *

try:
    import numpy
except ImportError:
    numpy = None


class Attribute(Structure):
    _fields_ = [("name", c_char_p), ("kind", c_int32), ("reserved", c_int32), ("integer", c_int64), ("data", c_void_p),
                ("size", c_size_t)]


Counters = fields(*((name, c_int64) for name in (
    "compiles", "cache_hits", "cache_misses", "cache_evictions", "executions", "barriers", "auto_barriers", "reads",
    "ops_recorded", "donated_inputs", "compile_ns", "execute_ns", "live_tensors", "pending_ops", "bytes_in_use",
    "peak_bytes")))
HLO_TEXT = 5
ReadOptions = fields(("byte_strides", POINTER(c_int64)))


def attribute(name, value):
    """An attribute as lz_op_record takes it, by its Python type."""
    if isinstance(value, str):
        text = value.encode()
        return Attribute(name=name.encode(), kind=3, data=ctypes.cast(c_char_p(text), c_void_p), size=len(text))
    if isinstance(value, int):
        return Attribute(name=name.encode(), kind=1, integer=value)
    numbers = int64s(value)
    return Attribute(name=name.encode(), kind=2, data=ctypes.cast(numbers, c_void_p), size=len(numbers))


class Ops:
    """Every op of the library that has one result, by name: ops.transpose(x, permutation=[1, 0]). The installed file
    ops.json has the names of all ops and attributes."""

    def __init__(self, device):
        self.device = device

    def __getattr__(self, name):
        def record(*operands, functions=(), **attributes):
            given, out = [attribute(*item) for item in attributes.items()], (c_void_p * 1)()
            call("lz_op_record", self.device, name.encode(), handles(operands), len(operands),
                 (Attribute * len(given))(*given), len(given), handles(functions), len(functions), byref(here()), out, 1)
            return owned(out)[0]
        return record


def dims(tensor):
    rank = returns("lz_tensor_rank", c_size_t)(convert(tensor))
    return tuple(returns("lz_tensor_dims", POINTER(c_int64))(convert(tensor))[:rank])


def dtype(number):
    """(name, bytes, bits) of an element type."""
    name, size, bits = returns("lz_dtype_name", c_char_p), returns("lz_dtype_size", c_size_t), returns("lz_dtype_bits", c_size_t)
    return name(c_int32(number)).decode(), size(c_int32(number)), bits(c_int32(number))


FORMATS = {"f32": "f", "f64": "d", "i8": "b", "i16": "h", "i32": "i", "i64": "q", "ui8": "B", "i1": "?"}


def array_of(tensor):
    """The tensor's memory without a copy: a NumPy array if NumPy is installed, otherwise a read-only memoryview. It keeps
    the memory as it is, whatever happens to the tensor."""
    view = Handle("view", "lz_tensor_acquire_view", tensor)
    size = returns("lz_view_size", c_size_t)(convert(view))
    memory = (ctypes.c_char * size).from_address(returns("lz_view_data", c_void_p)(convert(view)))
    memory.view = view  # it is released with the last array that uses it
    name, _, _ = dtype(returns("lz_tensor_dtype", c_int32)(convert(tensor)))
    array = memoryview(memory).cast("B").cast(FORMATS[name], dims(tensor)).toreadonly()
    return numpy.asarray(array) if numpy else array


def read_columns(tensor):
    """The floats of a matrix, column after column. While they are read, this thread could do something else."""
    rows, columns = dims(tensor)
    out = array.array("f", bytes(4 * rows * columns))
    strides = int64s([4, 4 * rows])
    event = Handle("event", "lz_tensor_read_async", tensor, c_void_p(out.buffer_info()[0]), 4 * rows * columns,
                   byref(ReadOptions(byte_strides=strides)))
    call("lz_event_wait", event, -1)
    return out.tolist()


def counters(context):
    out = Counters()
    call("lz_context_get_counters", context, byref(out))
    return {name: getattr(out, name) for name, _ in Counters._fields_[1:]}


def constant(device, shape, values):
    data = array.array("f", values)
    return Handle("tensor", "lz_constant", device, F32, int64s(shape), len(shape), c_void_p(data.buffer_info()[0]),
                  byref(here()))


def show_ops(device):
    ops = Ops(device)
    rows = ops.iota(iota_dimension=0, dtype=F32, dims=[2, 3])
    table = ops.add(ops.multiply(rows, constant(device, (2, 3), [10] * 6)), ops.iota(iota_dimension=1, dtype=F32, dims=[2, 3]))
    print("ops by name:", array_of(table).tolist(), array_of(ops.transpose(table, permutation=[1, 0])).tolist())
    print("column after column:", read_columns(table))
    try:
        ops.transpose(table, permutation="10")
    except Error as error:
        print("a text for a list: code", error.code, "op", error.op)
    return table


def show_arrays(table):
    before = returns("lz_live_handles", c_int64)()
    array = array_of(table)
    element = array[1][2] if numpy else array[1, 2]
    print("an array of", array.format if not numpy else array.dtype.char, array.shape, "with", float(element))
    kept, last = array[:] if numpy else memoryview(array), array.tolist()[-1]
    del array
    print("handles of the array:", returns("lz_live_handles", c_int64)() - before, "last row", last)
    del kept
    print("handles after it:", returns("lz_live_handles", c_int64)() - before)


def show_dtypes():
    print("dtypes:", *(f"{name} has {size} bytes, {bits} bits;" for name, size, bits in map(dtype, (1, F32, 16))))


def show_counters(context, device):
    before = counters(context)
    ops, x = Ops(device), from_host(device, (3,), [1, 2, 3])
    for n in (1, 2):
        read(ops.add(x, constant(device, (3,), [n] * 3)))  # the constant is part of the program
    now = counters(context)
    print("counted:", {name: now[name] - before[name] for name in ("compiles", "cache_hits", "reads", "ops_recorded")})
    reason = Handle("string", "lz_context_explain_recompile", context)
    print("compiled again because", str(reason), "-", returns("lz_string_size", c_size_t)(convert(reason)) == len(str(reason)))


def show_environment():
    """A library inside of somebody's program ignores environment variables, so a wrong one is no error."""
    os.environ["LAZULI_DISABLE"] = "no-such-pass"
    for ignored in (0, 1):
        context = Handle("context", "lz_context_create", byref(ContextOptions(threads=1, ignore_environment=ignored)))
        device = Handle("device", "lz_context_device", context, 0)
        x = from_host(device, (2,), [1, 2])
        try:
            print("environment ignored:", array_of(add(x, x)).tolist())
        except Error as error:
            print("environment heeded: code", error.code)
    os.environ.pop("LAZULI_DISABLE")


def show_capture(device):
    """What a function captures becomes an input of its module, behind the parameters."""
    shift = from_host(device, (2,), [1, 2])
    shifted = function_of(device, b"shifted", [(2,)], lambda x: add(x, shift))
    print("captured:", array_of(Handle("tensor", "lz_function_capture", shifted, 0)).tolist())


def show_passes(module, device):
    """The same program after passes of the compiler, which are named, and in a context of its own."""
    try:
        Handle("module", "lz_module_run_passes", module, b"lz-cse,lz-faster", None)
    except Error as error:
        print("passes: code", error.code, str(error).split(";")[0])
    smaller = Handle("module", "lz_module_run_passes", module, b"lz-simplify-algebra,lz-cse,lz-dce", None)
    call("lz_module_verify", smaller)
    other = Handle("context", "lz_context_create", byref(ContextOptions(threads=1)))
    elsewhere = Handle("module", "lz_module_clone", smaller, other)
    print("ops:", *(str(Handle("string", "lz_module_print", m)).count("stablehlo.") for m in (module, smaller, elsewhere)))


def show_program(context, device):
    """A whole program of ops by name, which is written as HLO text and read again; nothing runs before the end."""
    ops, before = Ops(device), counters(context)
    square = function_of(device, b"square", [(3,)], lambda x: ops.add(ops.multiply(x, x), ops.multiply(x, x)))
    text = Handle("string", "lz_module_write", Handle("module", "lz_module_from_function", square), c_int32(HLO_TEXT))
    print("written:", *(line.strip() for line in str(text).splitlines() if "ROOT" in line))
    module = Handle("module", "lz_module_parse", context, str(text).encode(), len(str(text)), b"square.hlo")
    now = counters(context)
    print("so far:", {name: now[name] - before[name] for name in ("compiles", "executions")})
    show_passes(module, device)
    print("run:", array_of(run(Handle("executable", "lz_module_compile", module, None), from_host(device, (3,), [1, 2, 3]))).tolist())


def show_all(context, device):
    show_arrays(show_ops(device))
    show_program(context, device)
    show_capture(device)
    show_dtypes()
    show_counters(context, device)
    show_environment()
