"""Makes liblazuli.a: one relocatable object in which only the C API is global.

  merge.py --ld LD --objcopy OBJCOPY --ar AR --output LIB.a --objects A.o... --libraries LIB.a...

The objects are those of the C API. Their symbols with default visibility stay global, and the linker takes only
the members of the libraries that these objects need. All other symbols become local, so that they do not collide
with another LLVM or MLIR in the program that links liblazuli.a. Two things would undo this, so both are removed
here:

- Section groups (COMDAT). A linker keeps only one group of each name. If it kept the program's group, our
references to our own group would be dangling. With --force-group-allocation the groups become ordinary sections.
- .llvm_addrsig, a table of symbol numbers. The linker uses it to merge equal functions. But objcopy changes the
numbers of the symbols, so the table would be wrong."""
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
