"""Calls every op, with nothing but the description in ops.json. `typed` calls the C function of the op, and
`by_name` calls lz_op_record. A variadic argument is passed as a list."""
import ctypes
import json
import sys
from ctypes import POINTER, Structure, byref, c_double, c_int32, c_int64, c_size_t, c_void_p

lib = ctypes.CDLL(sys.argv[1])
manifest = json.load(open(sys.argv[2], encoding="utf-8"))
INTEGER, INTEGERS, TEXT = 1, 2, 3


class Attribute(Structure):
    _fields_ = [("name", ctypes.c_char_p), ("kind", c_int32), ("reserved", c_int32), ("integer", c_int64), ("data", c_void_p),
                ("size", c_size_t)]


def call(name, *arguments):
    function = getattr(lib, name)
    function.restype = c_void_p
    status = function(*(c_void_p(a.value) if isinstance(a, c_void_p) else a for a in arguments))
    if status:
        lib.lz_status_message.restype = ctypes.c_char_p
        sys.exit(f"{name}: {lib.lz_status_message(c_void_p(status)).decode()}")


def made(name, *arguments):
    out = c_void_p()
    call(name, *arguments, byref(out))
    return out


def int64s(numbers):
    return (c_int64 * len(numbers))(*numbers)


def pointers(handles):
    return (c_void_p * len(handles))(*(handle.value for handle in handles))


device = made("lz_context_device", made("lz_context_create", None), c_size_t(0))


def flat(values):
    return [item for value in values for item in (value if isinstance(value, list) else [value])]


def counted(values, declared):
    """Returns the C arguments for operands or functions. A variadic argument becomes a pointer and a count."""
    for value, one in zip(values, declared):
        yield from [pointers(value), c_size_t(len(value))] if one["variadic"] else [value]


def plain(attribute, given):
    """(type, value) of the C parameters or fields for one attribute."""
    if attribute["kind"] == "Ints":
        numbers = given or []
        return [(POINTER(c_int64), int64s(numbers)), (c_size_t, len(numbers))]
    kind = c_int64 if attribute["kind"] == "Int" else c_double if attribute["kind"] == "Float" else c_int32
    if given is None:
        given = int(attribute["default"] or 0) if attribute["kind"] == "Int" else 0
    return [(kind, manifest["enums"][attribute["enum"]][given] if isinstance(given, str) else given)]


def attributes_of(op, given):
    pairs = [pair for attribute in op["attributes"] for pair in plain(attribute, given.get(attribute["name"]))]
    if not op["attribute_struct"]:
        stated = [c_int32(given["dtype"])] if "dtype" in op["states"] else []
        if "dims" in op["states"]:
            stated += [int64s(given["dims"]), c_size_t(len(given["dims"]))]
        return [value if kind == POINTER(c_int64) else kind(value) for kind, value in pairs] + stated
    fields = [("struct_size", c_size_t)] + [(f"f{i}", kind) for i, (kind, _) in enumerate(pairs)]
    known = type(op["attribute_struct"], (Structure,), {"_fields_": fields})
    values = [ctypes.cast(value, kind) if kind == POINTER(c_int64) else value for kind, value in pairs]
    return [byref(known(ctypes.sizeof(known), *values))]


def results_of(op):
    """How many tensors a call makes; the list of a variadic op counts as one here."""
    return len(op["results"])


def typed(op, operands, given, functions):
    outs = (c_void_p * results_of(op))()
    single = len(op["results"]) == 1 and not op["results"][0]["variadic"]
    front = [] if op["operands"] else [device]
    call(op["c_function"], *front, *counted(operands, op["operands"]), *attributes_of(op, given),
         *counted(functions, op["regions"]), None, outs, *([] if single else [c_size_t(len(outs))]))
    return c_void_p(outs[0])


def attributes_by_name(given, kept):
    for (name, value), numbers in zip(given.items(), kept):
        if isinstance(value, int):
            yield Attribute(name.encode(), INTEGER, 0, value)
        else:
            yield Attribute(name.encode(), TEXT if isinstance(value, str) else INTEGERS, 0, 0, ctypes.addressof(numbers), len(value))


def by_name(op, operands, given, functions):
    kept = [int64s(v) if isinstance(v, list) else ctypes.create_string_buffer(str(v).encode()) for v in given.values()]
    listed = (Attribute * len(given))(*attributes_by_name(given, kept))
    outs, operands, functions = (c_void_p * results_of(op))(), flat(operands), flat(functions)
    call("lz_op_record", None if operands else device, op["name"].encode(), pointers(operands), c_size_t(len(operands)), listed,
         c_size_t(len(given)), pointers(functions), c_size_t(len(functions)), None, outs, c_size_t(len(outs)))
    return c_void_p(outs[0])
