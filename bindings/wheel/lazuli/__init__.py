"""The library of Lazuli and its C headers, for Python packages that use it.

    import ctypes, lazuli
    library = ctypes.CDLL(lazuli.library_path())

`python -m lazuli` prints both paths."""
import os

_FOLDER = os.path.dirname(os.path.abspath(__file__))


def library_path():
    """The path of liblazuli.so."""
    return os.path.join(_FOLDER, "lib", "liblazuli.so.1")


def include_path():
    """The folder of the C headers, for -I: it has lazuli/lazuli.h."""
    return os.path.join(_FOLDER, "include")
