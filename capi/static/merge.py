"""Makes liblazuli.a: one relocatable object in which only the C API is global.

  merge.py --ld LD --objcopy OBJCOPY --ar AR --output LIB.a --objects A.o... --libraries LIB.a...

The objects are those of the C API: what they define with default visibility is kept and decides which members of the
libraries are needed. Everything else becomes local, so that LLVM and MLIR inside do not meet those of the program that links
this. Two things would undo that, and both are taken out here:

- Section groups (COMDAT). A linker keeps one group of a name: if it is the program's, our references to ours dangle. With
  --force-group-allocation the groups are dissolved into ordinary sections.
- .llvm_addrsig, a table of symbol numbers for the linker's folding of equal code: objcopy renumbers the symbols."""
import argparse
import os
import re
import subprocess
import tempfile


def public_symbols(objects):
    listing = subprocess.run(["readelf", "-sW", *objects], check=True, capture_output=True, text=True).stdout
    return sorted(set(re.findall(r" GLOBAL DEFAULT +\d+ (\w+)$", listing, re.M)))


def main():
    parser = argparse.ArgumentParser()
    for name in ("ld", "objcopy", "ar", "output"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--objects", nargs="+", required=True)
    parser.add_argument("--libraries", nargs=argparse.REMAINDER, required=True)
    options = parser.parse_args()
    symbols = public_symbols(options.objects)
    # Shared libraries are not merged; the program must link them.
    archives = [name for name in options.libraries if name.endswith((".a", ".o"))]

    with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(options.output))) as folder:
        merged, final = os.path.join(folder, "merged.o"), os.path.join(folder, "lazuli.o")
        keep = os.path.join(folder, "keep")
        with open(keep, "w", encoding="utf-8") as file:
            file.write("\n".join(symbols) + "\n")
        roots = [argument for symbol in symbols for argument in ("-u", symbol)]
        subprocess.run([options.ld, "-r", "--force-group-allocation", "--gc-sections", "--strip-debug", *roots, "-o", merged,
                        *options.objects, "--start-group", *archives, "--end-group"], check=True)
        subprocess.run([options.objcopy, f"--keep-global-symbols={keep}", "--remove-section=.llvm_addrsig", merged, final],
                       check=True)
        if os.path.exists(options.output):
            os.remove(options.output)
        subprocess.run([options.ar, "rcsD", options.output, final], check=True)


if __name__ == "__main__":
    main()
