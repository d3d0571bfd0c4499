"""What a file of bench/rows declares, and how the files are found.

A file is a module with

  VARIANTS      name of a row -> the parameters that the functions below get after their first one
  arguments(random, ...)  the NumPy arrays that the function is called with, always the same ones
  in_jax(...)             the function, of JAX arrays; the text that Lazuli compiles is made from it
  in_torch(wrap, ...)     the function, of PyTorch tensors; `wrap` gets the function for torch.compile
  in_scipy(...), in_keops(...), in_faiss(...)  the function, of NumPy arrays; each may be left out
  in_onednn(...)          the words of bench_onednn (peers/row_onednn.cc); if it returns none or is left out, oneDNN
                does not run the row
  cost(...)               a Cost: what no implementation can do without
  DONATED       argument -> result that takes its memory and is the argument of the next call; may be left out
  TOLERANCE     greatest difference of a result, relative to the greatest element of it, or row -> difference; may be left out: 1e-5
  compared(arguments, results, ...)  the arrays that are compared instead of the results, for results that may differ, such as
                places of elements that tie; may be left out
  SLOW          the names of rows that take long; may be left out. Such a row is run if it is named in full, or with --slow
  parts(peer, ...)  n: in this row the peer (or `limit`) computes only the first of n equal parts of the rows of argument 0 and of
                the results, and its time is multiplied by n; for work that would take minutes or too much memory; may be left out

If the programs of a row make their own data, the module has `commands(...)` instead: peer -> the words after its program.

The files of a folder of rows/ are a family. In the programs of `decisions`, the speed depends on which ops are fused.
`linalg` has decompositions of more sizes and types. Texts of these programs are not kept: JAX writes them in every run.
Texts of slow rows are in rows/slow, where neither tests nor the cost model look for programs.
"""
import dataclasses
import importlib
import pathlib
import re
import sys

BENCH = pathlib.Path(__file__).resolve().parent.parent
FOLDER = BENCH / "rows"
SEED = 1
# The instructions of e^x, each of which takes as long as a fused multiply-add: scaling, rounding, two for the range reduction, a
# polynomial of degree 5 or 11, the power of two.
EXP = {"float32": 10, "float64": 16}


def library_of(peer):
    """torch.compile -> torch, keops-tuned -> keops"""
    return re.split("[.-]", peer)[0]


@dataclasses.dataclass
class Cost:
    """Bytes that must come from and go to memory, or floating-point operations (a fused multiply-add is two)."""
    read: int = 0
    written: int = 0
    flops: int = 0
    dtype: str = "f32"  # type of the operations


class Row:
    """One line of the table."""

    def __init__(self, name, module, parameters, family):
        self.name, self.module, self.parameters, self.family = name, module, parameters, family

    @property
    def donated(self):
        return getattr(self.module, "DONATED", {})

    @property
    def tolerance(self):
        stated = getattr(self.module, "TOLERANCE", 1e-5)
        return stated[self.name] if isinstance(stated, dict) else stated

    @property
    def text(self):
        """The program as JAX wrote it once, for runs without JAX. None: none is kept."""
        return (FOLDER / "slow" if self.slow else FOLDER) / f"{self.name}.mlir" if self.family == FOLDER.name else None

    @property
    def slow(self):
        return self.name in getattr(self.module, "SLOW", ())

    def parts(self, program):
        return self.call("parts", program) if self.has("parts") else 1

    def call(self, function, *first):
        return getattr(self.module, function)(*first, *self.parameters)

    def has(self, function):
        return hasattr(self.module, function)


def normals(random, kind, dtype, *shapes):
    """The arguments of a row with the parameters `kind, dtype, *shapes`."""
    return [random.standard_normal(shape, dtype=dtype) for shape in shapes]


def load():
    """The rows of all families, name -> Row."""
    sys.path.insert(0, str(BENCH))
    rows = {}
    for path in sorted(FOLDER.rglob("*.py")):
        package = ".".join(path.parent.relative_to(BENCH).parts)
        module = importlib.import_module(f"{package}.{path.stem}")
        for name, parameters in module.VARIANTS.items():
            rows[name] = Row(name, module, parameters, path.parent.name)
    return rows
