"""Bindings made from ops.json alone: each op is recorded by its typed function and by lz_op_record, on random valid inputs,
and both give the same bits.

  op_record.py LIBRARY OPS.json"""
import ctypes
import json
import math
import random
import struct
import sys
from ctypes import POINTER, Structure, byref, c_double, c_int32, c_int64, c_size_t, c_void_p

lib = ctypes.CDLL(sys.argv[1])
manifest = json.load(open(sys.argv[2], encoding="utf-8"))
PRED, S32, F32 = 1, 4, 11
INTEGER, INTEGERS, TEXT = 1, 2, 3
SIZE_MAX = 2 ** 64 - 1


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


def tensor(dtype, dims, low=None, high=None):
    count = math.prod(dims)
    if dtype == F32:
        data = struct.pack(f"{count}f", *(random.uniform(0.1, 0.9) for _ in range(count)))
    elif dtype == S32:
        data = struct.pack(f"{count}i", *(random.randint(low or 0, high or 3) for _ in range(count)))
    else:
        data = bytes(random.randint(0, 1) for _ in range(count))
    return made("lz_tensor_from_host", device, c_int32(dtype), int64s(dims), c_size_t(len(dims)), data, None)


def read(handle):
    lib.lz_tensor_nbytes.restype = c_int64
    size = lib.lz_tensor_nbytes(c_void_p(handle.value))
    data = ctypes.create_string_buffer(size)
    call("lz_tensor_read", handle, data, c_size_t(size))
    return data.raw


def function(parameters, make):
    """A finished function of scalars, or of tensors with other dims: parameters are (dtype, dims)."""
    made_function = made("lz_function_begin", device, b"f")
    inputs = [made("lz_function_parameter", made_function, c_int32(dtype), int64s(dims), c_size_t(len(dims)))
              for dtype, dims in parameters]
    results = make(*inputs)
    call("lz_function_finish", made_function, pointers(results), c_size_t(len(results)))
    return made_function


def combine(op):
    return function([(F32, [])] * 2, lambda x, y: [made(op, x, y, None)])


def less(dtype, *dims):
    return function([(dtype, dims)] * 2, lambda x, y: [made("lz_compare", x, y, c_int32(5), c_int32(0), None)])


def branch():
    return function([], lambda: [tensor(F32, [2])])


def loop_condition():
    return function([(S32, [])], lambda i: [made("lz_compare", i, tensor(S32, [], 9, 9), c_int32(5), c_int32(0), None)])


def loop_body():
    return function([(S32, [])], lambda i: [made("lz_add", i, tensor(S32, [], 3, 3), None)])


def f32(*dims):
    return tensor(F32, dims)


def s32(*dims):
    return tensor(S32, dims)


# What cannot be made up from the types alone: operands (a list for a variadic one), attributes, functions.
CASES = {
    "compare": lambda: ([f32(2, 3), f32(2, 3)], {"comparison_direction": "GE"}, []),
    "select": lambda: ([tensor(PRED, [2, 3]), f32(2, 3), f32(2, 3)], {}, []),
    "convert": lambda: ([f32(2, 3)], {"dtype": S32}, []),
    "bitcast_convert": lambda: ([f32(2, 3)], {"dtype": S32}, []),
    "reduce_precision": lambda: ([f32(2, 3)], {"exponent_bits": 5, "mantissa_bits": 3}, []),
    "iota": lambda: ([], {"iota_dimension": 1, "dtype": F32, "dims": [2, 3]}, []),
    "broadcast_in_dim": lambda: ([f32(3)], {"broadcast_dimensions": [1], "dims": [2, 3]}, []),
    "reshape": lambda: ([f32(2, 3)], {"dims": [3, 2]}, []),
    "transpose": lambda: ([f32(2, 3)], {"permutation": [1, 0]}, []),
    "slice": lambda: ([f32(4, 5)], {"start_indices": [1, 0], "limit_indices": [4, 5], "strides": [1, 2]}, []),
    "reverse": lambda: ([f32(2, 3)], {"dimensions": [1]}, []),
    "pad": lambda: ([f32(2, 3), f32()],
                    {"edge_padding_low": [1, 0], "edge_padding_high": [0, 2], "interior_padding": [1, 0]}, []),
    "concatenate": lambda: ([[f32(2, 3), f32(1, 3)]], {"dimension": 0}, []),
    "dynamic_slice": lambda: ([f32(4, 5), [s32(), s32()]], {"slice_sizes": [2, 3]}, []),
    "dynamic_update_slice": lambda: ([f32(4, 5), f32(2, 3), [s32(), s32()]], {}, []),
    "gather": lambda: ([f32(4, 5), s32(3, 1)], {"offset_dims": [1], "collapsed_slice_dims": [0], "start_index_map": [0],
                                                "index_vector_dim": 1, "slice_sizes": [1, 5]}, []),
    "scatter": lambda: ([[f32(4, 5)], s32(3, 1), [f32(3, 5)]],
                        {"update_window_dims": [1], "inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0],
                         "index_vector_dim": 1}, [combine("lz_add")]),
    "select_and_scatter": lambda: ([f32(4, 4), f32(2, 2), f32()],
                                   {"window_dimensions": [2, 2], "window_strides": [2, 2]}, [less(F32), combine("lz_add")]),
    "reduce": lambda: ([[f32(4, 5)], [f32()]], {"dimensions": [1]}, [combine("lz_add")]),
    "reduce_window": lambda: ([[f32(4, 4)], [f32()]], {"window_dimensions": [2, 2]}, [combine("lz_maximum")]),
    "dot_general": lambda: ([f32(2, 3), f32(3, 4)], {"lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [0]}, []),
    "convolution": lambda: ([f32(1, 5, 5, 2), f32(3, 3, 2, 4)],
                            {"input_batch_dimension": 0, "input_feature_dimension": 3, "input_spatial_dimensions": [1, 2],
                             "kernel_input_feature_dimension": 2, "kernel_output_feature_dimension": 3,
                             "kernel_spatial_dimensions": [0, 1], "output_batch_dimension": 0, "output_feature_dimension": 3,
                             "output_spatial_dimensions": [1, 2]}, []),
    "while": lambda: ([[s32()]], {}, [loop_condition(), loop_body()]),
    "if": lambda: ([tensor(PRED, [])], {}, [branch(), branch()]),
    "case": lambda: ([s32()], {}, [[branch(), branch(), branch()]]),
    "call": lambda: ([[f32(), f32()]], {}, [combine("lz_multiply")]),
    "optimization_barrier": lambda: ([[f32(2, 3)]], {}, []),
    "sort": lambda: ([[f32(3, 5)]], {"dimension": 1}, [less(F32)]),
}


def made_up(op):
    """Operands of one shape, of a type that the op takes."""
    dtype = S32 if op["types"] in ("int", "boolInt") else F32
    return [tensor(dtype, [2, 3]) for _ in op["operands"]], {}, []


def flat(values):
    return [item for value in values for item in (value if isinstance(value, list) else [value])]


def counted(values, declared):
    """Arguments for operands or functions: a variadic one is a pointer and a count."""
    for value, one in zip(values, declared):
        yield from [pointers(value), c_size_t(len(value))] if one["variadic"] else [value]


def number(attribute, given):
    return manifest["enums"][attribute["enum"]][given] if isinstance(given, str) else given


def plain(attribute, given):
    """(type, value) of the C parameters or fields of one attribute."""
    if attribute["kind"] == "Ints":
        numbers = given or []
        return [(POINTER(c_int64), int64s(numbers)), (c_size_t, len(numbers))]
    kind = c_int64 if attribute["kind"] == "Int" else c_double if attribute["kind"] == "Float" else c_int32
    default = 0 if attribute["kind"] != "Int" else int(attribute["default"] or 0)
    return [(kind, default if given is None else number(attribute, given))]


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


def typed(op, operands, given, functions):
    outs = (c_void_p * 1)()
    single = len(op["results"]) == 1 and not op["results"][0]["variadic"]
    front = [] if op["operands"] else [device]
    call(op["c_function"], *front, *counted(operands, op["operands"]), *attributes_of(op, given),
         *counted(functions, op["regions"]), None, outs, *([] if single else [c_size_t(1)]))
    return c_void_p(outs[0])


def by_name(op, operands, given, functions):
    listed, kept = (Attribute * len(given))(), []
    for attribute, (name, value) in zip(listed, given.items()):
        attribute.name = name.encode()
        if isinstance(value, list):
            kept.append(int64s(value))
            attribute.kind, attribute.data, attribute.size = INTEGERS, ctypes.addressof(kept[-1]), len(value)
        elif isinstance(value, str):
            kept.append(ctypes.create_string_buffer(value.encode()))
            attribute.kind, attribute.data, attribute.size = TEXT, ctypes.addressof(kept[-1]), SIZE_MAX
        else:
            attribute.kind, attribute.integer = INTEGER, value
    outs = (c_void_p * 1)()
    operands, functions = flat(operands), flat(functions)
    call("lz_op_record", None if operands else device, op["name"].encode(), pointers(operands), c_size_t(len(operands)), listed,
         c_size_t(len(given)), pointers(functions), c_size_t(len(functions)), None, outs, c_size_t(1))
    return c_void_p(outs[0])


def main():
    random.seed(7)
    reached = different = 0
    for op in manifest["ops"]:
        if not op["c_function"]:
            continue
        case = CASES[op["name"]]() if op["name"] in CASES else made_up(op)
        reached += 1
        if read(typed(op, *case)) != read(by_name(op, *case)):
            print(f"{op['name']}: lz_op_record gives other bits than {op['c_function']}")
            different += 1
    print(f"{reached} ops reached, {different} differ")
    sys.exit(1 if different else 0)


main()
