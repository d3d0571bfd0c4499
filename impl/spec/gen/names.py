"""Reads impl/spec/ops/other_names.txt: what other systems call ops."""
import os

from accuracy import OPS, rows

PATH = os.path.join(OPS, "other_names.txt")


def other_names(ops, note):
    """Returns the rows of TraceNames.cc: the op, its name in PyTorch and its name in TensorFlow. A name is "" if the
    system has no such op."""
    known = {op.name: op.opcode for op in ops}
    table = [f'    {{Opcode::{known[op]}, "{torch}", "{"" if tensor_flow == "-" else tensor_flow}"}},'
             for op, torch, tensor_flow in rows(PATH)]
    return "\n".join([note + "constexpr Names kNames[] = {", *table, "};\n"])
