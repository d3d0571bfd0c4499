"""Records each op on random valid inputs, by its own function and by lz_op_record (raw_binding.py). Both must give
the same bits.

  op_record.py LIBRARY OPS.json"""
import ctypes
import math
import random
import struct
import sys
from ctypes import c_int32, c_int64, c_size_t, c_void_p

from raw_binding import by_name, call, device, int64s, lib, made, manifest, pointers, typed

PRED, S32, U64, F32 = 1, 4, 9, 11


def tensor(dtype, dims, low=None, high=None):
    count = math.prod(dims)
    if dtype == F32:
        data = struct.pack(f"{count}f", *(random.uniform(0.1, 0.9) for _ in range(count)))
    elif dtype == S32:
        data = struct.pack(f"{count}i", *(random.randint(low or 0, high or 3) for _ in range(count)))
    elif dtype == U64:
        data = random.randbytes(8 * count)
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
    """Returns a finished function. Its parameters are (dtype, dims): scalars, or tensors with other dims."""
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


# For ops whose arguments cannot be generated from the types alone: operands (a list for a variadic
# one), attributes, functions.
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
    "rng_bit_generator": lambda: ([tensor(U64, [2])], {"rng_algorithm": "THREE_FRY", "dtype": S32, "dims": [2, 3]}, []),
    "cholesky": lambda: ([f32(3, 3)], {"lower": True}, []),
    "triangular_solve": lambda: ([f32(3, 3), f32(3, 2)], {"left_side": True, "lower": True, "unit_diagonal": True,
                                                         "transpose_a": "TRANSPOSE"}, []),
    "top_k": lambda: ([f32(3, 5)], {"k": 2}, []),
    "fft": lambda: ([f32(3, 5)], {"fft_type": 2, "fft_length": [5]}, []),
}


def made_up(op):
    """Operands of one shape, of a type that the op takes."""
    dtype = S32 if op["types"] in ("int", "boolInt") else F32
    return [tensor(dtype, [2, 3]) for _ in op["operands"]], {}, []


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
