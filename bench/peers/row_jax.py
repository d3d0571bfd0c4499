"""A row in JAX: row_jax.py ROW FOLDER. Also writes the program as StableHLO text, FOLDER/program.mlir."""

import json
import pathlib
import sys
import time

import jax
import ml_dtypes
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness.row import load as load_rows
from serve import load, save, serve

row, folder = load_rows()[sys.argv[1]], pathlib.Path(sys.argv[2])
whole = json.loads((folder / "arguments.json").read_text())
jax.config.update("jax_enable_x64", any(dtype == "float64" for dtype, _ in whole))
arguments = [jax.device_put(np.frombuffer(data, getattr(ml_dtypes, dtype, dtype)).reshape(shape))
             for data, dtype, shape in load(folder, row.parts("jax"))]
function = row.call("in_jax")
jitted = jax.jit(function, donate_argnums=tuple(row.donated))
types = [jax.ShapeDtypeStruct(shape, getattr(ml_dtypes, dtype, dtype)) for dtype, shape in whole]
(folder / "program.mlir").write_text(jitted.lower(*types).as_text())
start = time.perf_counter()
compiled = jitted.lower(*arguments).compile()
compile_seconds = time.perf_counter() - start


def call():
    results = jax.block_until_ready(compiled(*arguments))
    results = results if isinstance(results, (tuple, list)) else (results,)
    for argument, result in row.donated.items():
        arguments[argument] = results[result]
    return results


def steps(n):
    for _ in range(n):
        call()


save(folder, "jax", [(np.asarray(r).tobytes(), r.dtype.name, r.shape) for r in call()])
serve(steps, compile_seconds)
