"""A row in a library that works on NumPy arrays: row_arrays.py ROW FOLDER PEER with PEER scipy, keops, keops-tuned or faiss. Functions
with threads get two."""

import contextlib
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness.row import library_of
from harness.row import load as load_rows
from serve import load, save, serve

row, folder, peer = load_rows()[sys.argv[1]], pathlib.Path(sys.argv[2]), sys.argv[3]
arguments = [np.frombuffer(data, dtype).reshape(shape) for data, dtype, shape in load(folder, row.parts(peer))]


def call():
    results = function(*arguments)
    return results if isinstance(results, (tuple, list)) else (results,)


def steps(n):
    for _ in range(n):
        call()


def plain(array):
    """The places have 64 bits here; in the programs that JAX makes for Lazuli they have 32."""
    array = np.ascontiguousarray(array, np.int32 if array.dtype == np.int64 else array.dtype)
    return array.tobytes(), array.dtype.name, array.shape


# KeOps prints what it compiles, but the harness reads what this program prints.
with contextlib.redirect_stdout(sys.stderr):
    function = row.call(f"in_{library_of(peer)}")
    save(folder, peer, [plain(np.asarray(r)) for r in call()])
serve(steps)
