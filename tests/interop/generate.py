#!/usr/bin/env python3
"""Writes the programs that JAX makes from the functions that the modules below register: NAME.mlir, the same program
in other formats (FORMATS), NAME.in<i>.npy, NAME.out<i>.npy, and a manifest, which run.py reads. Needs jax.

usage: generate.py OUTPUT_DIRECTORY
"""

import io
import json
import pathlib
import sys

import jax
import numpy as np
from jaxlib import _jax
from jaxlib.mlir.dialects import stablehlo

import complex_numbers  # each registers its cases
import decompositions
import elementwise
import fourier
import functions
import lax_functions
import linear_algebra
import models
import neural
import numpy_functions
import orders
import random_numbers
import scipy_functions
import small_types
import tpu_programs
from cases import CASES
from gradients import GRADIENT_CASES


def bytecode_of(lowered):
    """StableHLO as bytecode, as MLIR writes it."""
    return written(lowered.compiler_ir("stablehlo"))


def written(module):
    file = io.BytesIO()
    module.operation.write_bytecode(file)
    return file.getvalue()


def portable_of(lowered):
    """Returns a portable artifact of the newest version. Ops of chlo are not converted. Works on a copy of the
    module, because the conversion to vhlo replaces its ops."""
    module = lowered.compiler_ir("stablehlo")
    copy = type(module).parse(written(module), context=module.context)
    return stablehlo.serialize_portable_artifact(copy, stablehlo.get_current_version(), True)


def client_of(lowered):
    """Returns the bytes that the client of a PJRT plugin sends: a portable artifact of the version of twelve weeks
    ago, with ops of sdy, and with ops of chlo as composites."""
    version = stablehlo.get_version_from_compatibility_requirement(stablehlo.StablehloCompatibilityRequirement.WEEK_12)
    return _jax.mlir.serialize_portable_artifact(bytecode_of(lowered), version, True)


def computation_of(lowered):
    """Returns XLA's computation. Returns None for a program of dynamic shapes, because HLO cannot express these."""
    try:
        return lowered.compiler_ir("hlo")
    except jax.errors.JaxRuntimeError as error:
        if "can't be translated to XLA HLO" not in str(error):
            raise
        return None


def hlo_of(lowered):
    """HLO text with all constants in full."""
    computation = computation_of(lowered)
    return computation and computation.as_hlo_text(print_large_constants=True).encode()


def proto_of(lowered):
    """An HloModuleProto."""
    computation = computation_of(lowered)
    return computation and computation.as_serialized_hlo_module_proto()


FORMATS = {"bytecode": bytecode_of, "portable": portable_of, "client": client_of, "hlo": hlo_of, "proto": proto_of}


def write_program(folder, name, lowered):
    (folder / f"{name}.mlir").write_text(lowered.as_text())
    for format, bytes_of in FORMATS.items():
        file = folder / f"{name}.{format}"
        file.unlink(missing_ok=True)
        if (program := bytes_of(lowered)) is not None:
            file.write_bytes(program)


def plain(value):
    """Returns the arrays. If numpy has no file format for the elements, returns arrays of their codes."""
    value = np.asarray(value)
    is_small = value.dtype.name.startswith(("float8", "float4", "int4", "uint4", "int2", "uint2"))
    return value.view(np.uint8) if is_small else value


def save(folder, name, kind, values):
    files = [f"{name}.{kind}{i}.npy" for i in range(len(values))]
    for file, value in zip(files, values):
        np.save(folder / file, plain(value))
    return files


def generate(folder, case):
    compiled = jax.jit(case.function, keep_unused=True)
    platforms = (case.platform,) if case.platform else None
    program = compiled.trace(*case.arguments).lower(lowering_platforms=platforms)
    write_program(folder, case.name, program)
    results = jax.tree.leaves(compiled(*case.arguments))
    return {
        "name": case.name,
        "args": save(folder, case.name, "in", case.arguments),
        "expect": save(folder, case.name, "out", results),
        "tolerance": case.tolerance,
    }


def generate_gradient(folder, case):
    """Writes the program of the loss; the expected results are its value and gradients by jax.value_and_grad."""
    floats = [i for i, x in enumerate(case.arguments) if np.issubdtype(np.asarray(x).dtype, np.inexact)]
    value, gradients = jax.jit(jax.value_and_grad(case.function, argnums=floats))(*case.arguments)
    loss = jax.jit(case.function, keep_unused=True)
    name = "gradient_" + case.name
    write_program(folder, name, loss.lower(*case.arguments))
    return {
        "name": name,
        "args": save(folder, name, "in", case.arguments),
        "expect": save(folder, name, "out", [value, *gradients]),
        "tolerance": case.tolerance,
        "gradient": floats,
    }


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    cases = [generate(folder, case) for case in CASES]
    cases += [generate_gradient(folder, case) for case in GRADIENT_CASES]
    manifest = {"jax": jax.__version__, "cases": cases}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1))
    print(f"{len(cases)} functions written by jax {jax.__version__}")


if __name__ == "__main__":
    main()
