"""Every function says since when it exists, and the newest of these is LZ_ABI_VERSION.

  since.py HEADERS-FOLDER

Declarations without a blank line between them share a comment."""
import pathlib
import re
import sys

headers = pathlib.Path(sys.argv[1])
newest, findings = 0, []
for header in sorted(headers.glob("*.h")):
    for block in re.split(r"\n\s*\n", header.read_text()):
        if not re.search(r"^LZ_API\b", block, re.M):
            continue
        versions = [int(number) for number in re.findall(r"[Ss]ince(?:\s|\*)+(\d+)", block)]
        newest = max([newest, *versions])
        if not versions:
            name = re.search(r"\b(lz_\w+)\s*\(", block[block.index("LZ_API"):]).group(1)
            findings.append(f"{header.name}: {name} does not say 'Since N'")
version = int(re.search(r"#define LZ_ABI_VERSION (\d+)", (headers / "base.h").read_text()).group(1))
if version != newest:
    findings.append(f"base.h: LZ_ABI_VERSION is {version}, but the newest function is since {newest}")
print("\n".join(findings))
sys.exit(1 if findings else 0)
