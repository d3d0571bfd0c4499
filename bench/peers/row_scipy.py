"""A row in NumPy and SciPy: row_scipy.py ROW FOLDER. Functions with threads get two."""

import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness.row import load as load_rows
from serve import load, save, serve

row, folder = load_rows()[sys.argv[1]], pathlib.Path(sys.argv[2])
arguments = [np.frombuffer(data, dtype).reshape(shape) for data, dtype, shape in load(folder)]
function = row.call("in_scipy")


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


save(folder, "scipy", [plain(r) for r in call()])
serve(steps)
