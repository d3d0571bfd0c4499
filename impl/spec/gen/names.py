"""Reads impl/spec/ops/other_names.txt: what other systems call ops."""
import os

from accuracy import OPS, rows

PATH = os.path.join(OPS, "other_names.txt")


def other_names(ops, note):
    """Rows of TraceNames.cc: op, its names in PyTorch and in TensorFlow, "" where there is none."""
    known = {op.name: op.opcode for op in ops}
    table = [f'    {{Opcode::{known[op]}, "{torch}", "{"" if tensor_flow == "-" else tensor_flow}"}},'
             for op, torch, tensor_flow in rows(PATH)]
    return "\n".join([note + "constexpr Names kNames[] = {", *table, "};\n"])
