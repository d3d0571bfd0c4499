"""scripts/check_headers.py refuses a function whose comment lacks something, and scripts/headers.py reads headers
correctly."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from check_headers import mark_findings, text_findings
from headers import Header

GOOD = """/* About. */
/** Gives it. Errors: of handles. Since 1. */
LZ_API LZ_ANY_THREAD LZ_CHECK lz_status* LZ_NULLABLE lz_tensor_device(const lz_tensor* tensor, LZ_OWNED lz_device** out_device);
"""
# Each entry: the text to replace, its replacement, and the expected message.
REFUSED = [
    ("/** Gives it. Errors: of handles. Since 1. */\n", "", "no comment says what it does"),
    ("/** Gives", "/* Gives", "its comment does not begin with /**"),
    (" Errors: of handles.", "", "it does not say 'Errors: ...'; 'Errors: of handles.' if there are no others"),
    (" Since 1.", "", "it does not say 'Since N.'"),
    ("LZ_ANY_THREAD", "LZ_ANY_THREAD LZ_ONE_THREAD", "it has 2 thread classes; one of LZ_ANY_THREAD, LZ_ONE_THREAD"),
    ("LZ_ANY_THREAD ", "", "it has 0 thread classes; one of LZ_ANY_THREAD, LZ_ONE_THREAD"),
    ("LZ_OWNED ", "", "'out_device' is neither LZ_OWNED nor LZ_BORROWED"),
    ("LZ_CHECK ", "", "its status may be ignored; LZ_CHECK"),
    ("LZ_NULLABLE ", "", "its result is neither LZ_OWNED nor LZ_BORROWED"),
    ("LZ_CHECK lz_status*", "const int64_t*", "its result is neither LZ_OWNED nor LZ_BORROWED"),
]
FIELDS = """/* About. */
typedef struct lz_a_options {
  size_t struct_size;
  /** Before it. */
  const int64_t* LZ_NULLABLE
      list; /**< Behind it,
                 on two lines. */
  int32_t last;
} lz_a_options;
"""


def findings(text):
    header = Header("a.h", text)
    return [said for function in header.functions() for said in (*text_findings(header, function), *mark_findings(function))]


def expect(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}: {got}, expected {wanted}")


expect("a good header", findings(GOOD), [])
for old, new, said in REFUSED:
    assert old in GOOD
    if said not in findings(GOOD.replace(old, new)):
        sys.exit(f"'{old}' -> '{new}': {findings(GOOD.replace(old, new))} does not have '{said}'")
expect("errors of all", findings(GOOD.replace("About.", "Errors of all functions here: none.").replace(" Errors: of handles.", "")), [])
expect("shared", findings(GOOD + GOOD.splitlines()[2].replace("device(", "other(")), [])
fields = [(m.name, m.type(), " ".join(m.note.split())) for m in Header("a.h", FIELDS).declarations[0].members]
expect("fields", fields, [("struct_size", "size_t", ""), ("list", "const int64_t*", "Before it. Behind it, on two lines."), ("last", "int32_t", "")])
print(f"{len(REFUSED)} refused")
