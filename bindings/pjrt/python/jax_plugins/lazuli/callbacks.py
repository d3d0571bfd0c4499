"""Calls of Python from compiled programs: debug.print, pure_callback, io_callback and checkify.

A program calls `lazuli_host_call` with a number. The library calls `_serve` with this number and the buffers, on one of
its threads, and ctypes takes the lock of the interpreter."""
import ctypes
import itertools
import traceback

import numpy as np

from jax._src import callback as jax_callback
from jax._src import dtypes
from jax._src.interpreters import mlir
from jax._src.lib.mlir.dialects import hlo

from . import PLATFORM

TARGET = "lazuli_host_call"
INTERNAL = 13  # the code of an error in a callback, as on the CPU


class _Array(ctypes.Structure):
    """An operand or a result: lz_host_call_operand, lz_host_call_result."""
    _fields_ = [("dtype", ctypes.c_int32), ("reserved", ctypes.c_int32), ("rank", ctypes.c_size_t),
                ("dims", ctypes.POINTER(ctypes.c_int64)), ("data", ctypes.c_void_p), ("nbytes", ctypes.c_int64)]


class _Arguments(ctypes.Structure):
    """lz_host_call_args."""
    _fields_ = [("struct_size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("attributes", ctypes.c_char_p),
                ("attributes_size", ctypes.c_size_t), ("operands", ctypes.POINTER(_Array)),
                ("num_operands", ctypes.c_size_t), ("results", ctypes.POINTER(_Array)),
                ("num_results", ctypes.c_size_t)]


class _Call:
    """A callback with the types of its operands and results."""

    def __init__(self, function, operands, results):
        self.function, self.operands, self.results = function, operands, results
        self.number = next(_numbers)

    def run(self, arguments):
        operands = [_read(arguments.operands[i], aval) for i, aval in enumerate(self.operands)]
        values = self.function(*operands)
        if len(values) != len(self.results):
            raise RuntimeError(f"Mismatched number of outputs from callback. Expected: {len(self.results)}, "
                               f"Actual: {len(values)}")
        for i, (value, aval) in enumerate(zip(values, self.results)):
            _write(arguments.results[i], _checked(i, value, aval))


_numbers = itertools.count()
# The callbacks, by number. They are kept until the process ends, because a run may outlive the object that JAX has of its program.
_calls = {}


def _read(array, aval):
    """A copy of the operand, because its bytes are valid only during the call."""
    data = ctypes.string_at(array.data, array.nbytes) if array.nbytes else b""
    return np.frombuffer(data, aval.dtype).reshape(aval.shape).copy()


def _checked(index, value, aval):
    value = dtypes.canonicalize_value(np.asarray(value))
    for what, expected, actual in (("shape", aval.shape, value.shape), ("dtype", aval.dtype, value.dtype)):
        if expected != actual:
            raise RuntimeError(f"Incorrect output {what} for return value #{index}: Expected: {expected}, "
                               f"Actual: {actual}")
    return np.ascontiguousarray(value)


def _write(array, value):
    if array.nbytes:
        ctypes.memmove(array.data, value.ctypes.data, array.nbytes)


@ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int64, ctypes.POINTER(_Arguments), ctypes.c_void_p, ctypes.c_size_t)
def _serve(number, arguments, message, size):
    try:
        _calls[number].run(arguments.contents)
        return 0
    except BaseException:  # nothing may leave a function that C calls
        text = f"CpuCallback error calling callback: {traceback.format_exc()}"
        encoded = text.encode()[:size - 1] + b"\0"
        ctypes.memmove(message, encoded, len(encoded))
        return INTERNAL


# The plugin counts the runs of programs here.
run_count = ctypes.c_int64(0)


def client_options():
    """The options of the plugin's client: the address of the function that programs call, and that of the counter."""
    return {"host_call": ctypes.cast(_serve, ctypes.c_void_p).value, "run_count": ctypes.addressof(run_count)}


def _is_packed(aval):
    return aval.dtype.name in ("int2", "uint2", "int4", "uint4", "float4_e2m1fn")


def _emit(ctx, callback, token, operands, operand_avals, result_avals, *, has_side_effect):
    for aval in (*operand_avals, *result_avals):
        if _is_packed(aval):
            raise NotImplementedError(f"callbacks with arrays of {aval.dtype} on {PLATFORM}")
    call = _Call(callback, operand_avals, result_avals)
    _calls[call.number] = call
    types = [mlir.aval_to_ir_type(ctx.module_context, aval) for aval in result_avals]
    if token:
        operands, types = [token, *operands], [hlo.TokenType.get(), *types]
    op = mlir.custom_call(TARGET, result_types=types, operands=operands, backend_config=str(call.number),
                          has_side_effect=has_side_effect)
    results = list(op.results)
    if token:
        token = results.pop(0)
    return results, token, None


def register():
    original = jax_callback.emit_python_callback

    def emit_python_callback(ctx, callback, token, operands, operand_avals, result_avals, *, has_side_effect,
                             **options):
        if tuple(ctx.module_context.platforms) != (PLATFORM,):
            return original(ctx, callback, token, operands, operand_avals, result_avals,
                            has_side_effect=has_side_effect, **options)
        if options.get("partitioned"):
            raise NotImplementedError(f"Partitioned callback not implemented on {PLATFORM} backend.")
        return _emit(ctx, callback, token, operands, operand_avals, result_avals, has_side_effect=has_side_effect)

    jax_callback.emit_python_callback = emit_python_callback
