"""Rules by which JAX lowers primitives for Lazuli. Most primitives have a rule for all platforms. Others have one for
the CPU, which makes calls of LAPACK that Lazuli computes itself, or calls of Python."""
from jax._src.interpreters import mlir

from . import PLATFORM

# Primitives whose rule for the CPU serves Lazuli. Some have no other rule. For lu and svd the other rules are loops, which
# are slower than the calls.
CPU_RULES = ("eig", "eigh", "geqp3", "geqrf", "hessenberg", "householder_product", "lu", "ormqr", "schur", "svd",
             "tridiagonal", "tridiagonal_solve", "debug_callback", "debug_print", "check")

# The modules that register the rules of CPU_RULES when they are imported.
MODULES = ("jax._src.lax.linalg", "jax._src.debugging", "jax._src.checkify")


def register_donation():
    if PLATFORM not in mlir._platforms_with_donation:
        mlir._platforms_with_donation.append(PLATFORM)


def copy_cpu_rule(name):
    import importlib
    for module in MODULES:
        importlib.import_module(module)
    rules = mlir._platform_specific_lowerings["cpu"]
    found = [primitive for primitive in rules if primitive.name == name]
    if not found:
        raise LookupError(f"JAX has no rule for '{name}' on the CPU")
    for primitive in found:
        entry = rules[primitive]
        mlir.register_lowering(primitive, entry.rule, platform=PLATFORM, inline=entry.inline)
