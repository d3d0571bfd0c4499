"""A row in PyTorch: row_torch.py ROW FOLDER [--compile]. It gets two threads, because the others have two cores."""

import pathlib
import sys
import time

import torch

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness.row import load as load_rows
from serve import load, save, serve

torch.set_num_threads(2)
row, folder, compiling = load_rows()[sys.argv[1]], sys.argv[2], "--compile" in sys.argv
arguments = [torch.frombuffer(bytearray(data), dtype=getattr(torch, dtype)).reshape(shape)
             for data, dtype, shape in load(folder, row.parts("torch"))]
function = row.call("in_torch", torch.compile if compiling else lambda f: f)


def call():
    # Rows that compute gradients enable them themselves.
    results = function(*arguments)
    results = results if isinstance(results, (tuple, list)) else (results,)
    for argument, result in row.donated.items():
        arguments[argument] = results[result]
    return results


def steps(n):
    for _ in range(n):
        call()


def plain(tensor):
    tensor = tensor.detach().contiguous()
    data = tensor.view(torch.uint8) if tensor.dim() else tensor.reshape(1).view(torch.uint8)
    return data.numpy().tobytes(), str(tensor.dtype).removeprefix("torch."), tuple(tensor.shape)


start = time.perf_counter()
first = call()
first_seconds = time.perf_counter() - start
save(folder, "torch.compile" if compiling else "torch", [plain(r) for r in first])
serve(steps, first_seconds if compiling else None)
