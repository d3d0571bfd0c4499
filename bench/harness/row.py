"""What a file of bench/rows declares, and how the files are found.

A file is a module with

  VARIANTS      name of a row -> the parameters that the functions below get after their first one
  arguments(random, ...)  the NumPy arrays that the function is called with, always the same ones
  in_jax(...)             the function, of JAX arrays; the text that Lazuli compiles is made from it
  in_torch(wrap, ...)     the function, of PyTorch tensors; what torch.compile shall see goes through `wrap`
  in_scipy(...)           the function, of NumPy arrays; may be left out
  in_onednn(...)          the words of bench_onednn (peers/row_onednn.cc); none: oneDNN sits this row out; may be left out
  cost(...)               a Cost: what no implementation can do without
  DONATED       argument -> result that takes its memory and is the argument of the next call; may be left out
  TOLERANCE     greatest difference of a result, relative to the greatest element of it; may be left out: 1e-5

or, for a row whose programs make their own data, with `commands(...)`: peer -> the words after its program. The files of a
folder of rows/ are a family: `decisions` are programs in which what goes together decides, `linalg` decompositions of
more sizes and types. No text of them is kept: JAX writes their programs in every run.
"""
import dataclasses
import importlib
import pathlib
import sys

BENCH = pathlib.Path(__file__).resolve().parent.parent
FOLDER = BENCH / "rows"
SEED = 1


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
        return getattr(self.module, "TOLERANCE", 1e-5)

    @property
    def text(self):
        """The program as JAX wrote it once, for runs without JAX. None: none is kept."""
        return FOLDER / f"{self.name}.mlir" if self.family == FOLDER.name else None

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
