"""Checks that a library exports exactly the functions that the headers declare. For an archive, these functions must
be its only global symbols.

  exports.py LIBRARY HEADERS-FOLDER"""
import pathlib
import re
import subprocess
import sys

library, headers = sys.argv[1:]
declared = set()
for header in pathlib.Path(headers).glob("*.h"):
    code = re.sub(r"/\*.*?\*/|^#.*?$", "", header.read_text(), flags=re.S | re.M)
    for declaration in re.findall(r"\bLZ_API\b([^;]*);", code):
        declared.add(re.search(r"\b(lz_\w+)\s*\(", declaration).group(1))
which = "-g" if library.endswith(".a") else "-D"
listing = subprocess.run(["nm", which, "--defined-only", library], check=True, capture_output=True, text=True).stdout
symbols = [line.split() for line in listing.splitlines() if len(line.split()) > 1]
exported = {fields[-1].split("@")[0] for fields in symbols if fields[-2] != "A"}
weak = [fields[-1] for fields in symbols if fields[-2] in "uWVw"]

for name in sorted(declared - exported):
    print("declared but not exported:", name)
for name in sorted(exported - declared):
    print("exported but not declared:", name)
for name in weak:
    print("exported as weak or unique:", name)
sys.exit(1 if declared != exported or weak else 0)
