"""What this program needs to use Lazuli with ctypes: handles release themselves, errors are exceptions, ops know the line
that called them, and tensors are DLPack capsules. LAZULI_LIBRARY names the library if the loader must not search for it."""
import array
import ctypes
import os
import sys
from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint8, c_uint64, c_void_p

lib = ctypes.CDLL(os.environ.get("LAZULI_LIBRARY", "liblazuli.so.1"))
F32, HOST_BORROW_IMMUTABLE = 11, 2


def fields(*names_and_types):
    """A struct that begins with struct_size; all other fields are zero, which means the default."""
    class Options(Structure):
        _fields_ = [("struct_size", c_size_t)] + list(names_and_types)

        def __init__(self, **values):
            super().__init__(ctypes.sizeof(type(self)), **values)
    return Options


OpOptions = fields(("file", c_char_p), ("line", c_int64), ("name", c_char_p))
ContextOptions = fields(("threads", c_int32), ("numerics", c_int32), ("budget_bytes", c_int64), ("cpu", c_char_p),
                        ("dump_dir", c_char_p), ("log", c_void_p), ("log_user", c_void_p), ("op_by_op", c_int32),
                        ("max_segment_ops", c_int32), ("max_pending_ops", c_int64), ("cache_entries", c_int64),
                        ("cache_bytes", c_int64), ("log_user_release", c_void_p), ("memory", c_void_p),
                        ("ignore_environment", c_int32), ("reserved", c_int32))
CompileOptions = fields(("numerics", c_int32), ("reserved", c_int32), ("donate", POINTER(c_uint8)),
                        ("num_donate", c_size_t))
# The library takes missing fields as zero, because it knows the size.
RunOptions = fields(("flags", c_uint64), ("donate", POINTER(c_uint8)), ("num_donate", c_size_t))
DotGeneralAttributes = fields(*((name, kind) for list_of in ("lhs_batching_dimensions", "rhs_batching_dimensions",
                                                             "lhs_contracting_dimensions", "rhs_contracting_dimensions")
                                for name, kind in ((list_of, POINTER(c_int64)), ("num_" + list_of, c_size_t))))
ReleaseFn = ctypes.CFUNCTYPE(None, c_void_p, c_void_p)
HostOptions = fields(("mode", c_int32), ("reserved", c_int32), ("byte_strides", POINTER(c_int64)),
                     ("release", ReleaseFn), ("release_user", c_void_p), ("out_event", c_void_p))


class TensorType(Structure):
    _fields_ = [("dtype", c_int32), ("reserved", c_int32), ("rank", c_size_t), ("dims", POINTER(c_int64))]


class Buffer(Structure):
    """What a host call receives for an operand or a result."""
    _fields_ = TensorType._fields_ + [("data", c_void_p), ("nbytes", c_int64)]


HostCallArgs = fields(("name", c_char_p), ("attributes", c_char_p), ("attributes_size", c_size_t),
                      ("operands", POINTER(Buffer)), ("num_operands", c_size_t), ("results", POINTER(Buffer)),
                      ("num_results", c_size_t))
HostCallFn = ctypes.CFUNCTYPE(c_void_p, c_void_p, POINTER(HostCallArgs))


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
    """Converts a Python value for C. Plain ints would be cut to 32 bits."""
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
    """One reference, which is released with the object. kind: the name of the type without lz_."""

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
    """Records an op with one result, and the line that called the caller."""
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


def words(buffer, kind):
    return ctypes.cast(buffer.data, POINTER(kind * (buffer.nbytes // ctypes.sizeof(kind)))).contents


def host_call(context, device, name, compute, x, dims):
    """Records compute(x, y) on arrays of floats with these dims; compute must fill y. Returns y, and what must be kept
    until the context is gone."""
    def run(_, args):
        try:
            compute(words(args.contents.operands[0], ctypes.c_float), words(args.contents.results[0], ctypes.c_float))
        except Exception as error:  # no exception may leave it
            return returns("lz_status_create", c_void_p)(c_int32(13), repr(error).encode())
        return None
    function, out = HostCallFn(run), (c_void_p * 1)()
    call("lz_context_register_host_call", context, name, function, None)
    kind = TensorType(dtype=F32, rank=len(dims), dims=int64s(dims))
    call("lz_host_call", device, name, handles([x]), 1, byref(kind), None, byref(here()), out, 1)
    return owned(out)[0], function


def read_async(tensor):
    size = returns("lz_tensor_nbytes", c_int64)(convert(tensor))
    bits = array.array("I", bytes(size))
    return bits, Handle("event", "lz_tensor_read_async", tensor, c_void_p(bits.buffer_info()[0]), size, None)


def counter(context, which):
    value = c_int64()
    call("lz_context_counter", context, which, byref(value))
    return value.value


def function_of(device, name, types, body):
    function = Handle("function", "lz_function_begin", device, name)
    parameters = [Handle("tensor", "lz_function_parameter", function, F32, int64s(dims), len(dims)) for dims in types]
    call("lz_function_finish", function, handles([body(*parameters)]), 1)
    return function


def run(program, x, give=False):
    out = (c_void_p * 1)()
    options = RunOptions(flags=1, donate=(c_uint8 * 1)(give), num_donate=1)
    call("lz_executable_run", program, handles([x]), 1, byref(options), out, 1)
    return owned(out)[0]


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
    """A tensor in the form that NumPy takes: from_dlpack(Lent(tensor)) is an array in the tensor's memory."""

    def __init__(self, tensor):
        self.tensor = tensor

    def __dlpack_device__(self):
        return 1, 0

    def __dlpack__(self, **_):
        managed = c_void_p()
        call("lz_tensor_to_dlpack_legacy", self.tensor, byref(managed))
        return capsule_new(managed, b"dltensor", None)
