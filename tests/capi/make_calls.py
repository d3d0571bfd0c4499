"""Writes a call of every function of the public headers. The test chooses the handles and the lengths of arrays, and
all other arguments are harmless.

  make_calls.py HEADERS-FOLDER OUTPUT.inc"""
import pathlib
import re
import sys

KINDS = ["status", "string", "context", "device", "tensor", "op", "function", "module", "executable", "event", "barrier", "view"]


def declarations(folder):
    """(return type, name, parameters) of each LZ_API function."""
    for header in sorted(pathlib.Path(folder).glob("*.h")):
        code = re.sub(r"/\*.*?\*/|^#.*?$", "", header.read_text(), flags=re.S | re.M)
        for text in re.findall(r"\bLZ_API\b([^;]*);", code):
            returns, name, parameters = re.fullmatch(r"(.*?)\b(lz_\w+)\s*\((.*)\)\s*", text, flags=re.S).groups()
            parameters = [" ".join(p.split()) for p in parameters.split(",")]
            yield returns, name, [] if parameters == ["void"] else parameters


def plain(text):
    return re.sub(r"\s+", " ", re.sub(r"\bLZ_[A-Z_]+\b", "", text)).strip()


def handle_kind(kind):
    """Returns the kind of object to which a type such as 'lz_tensor*' points, if the type is a handle."""
    match = re.fullmatch(r"(?:const )?lz_(\w+)\*", kind)
    return match[1] if match and match[1] in KINDS else None


def is_array(kind):
    return kind.endswith("*") and not handle_kind(kind)


class Call:
    def __init__(self, returns, name, parameters):
        self.name, self.handles, self.arguments = name, [], []
        self.clears, self.numbers, self.lengths, self.structs, self.made = False, 0, 0, 0, "no_kind"
        self.status = plain(returns) == "lz_status*"
        kinds = [plain(parameter).rpartition(" ")[::2] for parameter in parameters] + [("", "")]
        for parameter, (kind, label), (next_kind, _) in zip(parameters, kinds, kinds[1:]):
            text = self.argument(kind, label, "LZ_NULLABLE" in parameter)
            if is_array(kind) and next_kind == "size_t":
                # The length follows its array.
                text = f"(n[{self.lengths}].no_array ? NULL : {text})"
            elif kind == "size_t" and is_array(before):
                text = f"n[{self.lengths}].length"
                self.lengths += 1
            self.arguments.append(text)
            before = kind

    def handle(self, kind, nullable, array):
        self.handles.append(f"{{kind_{kind}, {int(nullable)}, {int(array)}}}")
        return f"h[{len(self.handles) - 1}]"

    def argument(self, kind, label, nullable):
        if handle_kind(kind):
            return f"({kind}){self.handle(handle_kind(kind), nullable, False)}"
        array = re.fullmatch(r"(lz_\w+\*) const\*", kind)
        if array:
            handle = self.handle(handle_kind(array[1]), nullable, True)
            return f"({handle} == no_array ? NULL : ({array[1]}[]){{({array[1]}){handle}}})"
        if kind.endswith("**") and handle_kind(kind[:-1]):
            self.clears |= not nullable
            self.made = f"kind_{handle_kind(kind[:-1])}"
            return f"({kind})outs"
        if kind == "const char*":
            return '"x"'
        if re.fullmatch(r"const lz_\w+_(options|attributes)\*", kind):
            self.structs += 1
            return f"({kind})given" if kind.endswith("_options*") else f"({kind})(given ? given : scratch)"
        if re.fullmatch(r"lz_\w+_statistics\*|lz_counters\*", kind):
            self.structs += 1
            return f"(given ? ({kind})given : &({kind[:-1]}){{.struct_size = sizeof({kind[:-1]})}})"
        if label.startswith("out_"):
            self.numbers += 1
            return f"({kind})&numbers[{self.numbers - 1}]"
        if kind.startswith("struct ") and not kind.endswith("**"):
            return "NULL"
        if kind.endswith("*"):
            return f"({kind})scratch"
        return "LZ_DTYPE_F32" if kind == "lz_dtype" else "1" if kind == "size_t" else "0"

    def text(self):
        call = f"{self.name}({', '.join(self.arguments)})"
        body = f"return {call};" if self.status else f"{call};\n  return NULL;"
        return f"static lz_status* call_{self.name}(void* const* h, const Array* n) {{\n  (void)h, (void)n;\n  {body}\n}}\n"

    def entry(self):
        handles = ", ".join(self.handles)
        flags = f"{int(self.status)}, {int(self.clears)}, {self.numbers}, {self.lengths}, {self.structs}, {self.made}"
        return f'  {{"{self.name}", call_{self.name}, {flags}, {len(self.handles)}, {{{handles}}}}},\n'


def main():
    headers, output = sys.argv[1:]
    calls = [Call(*declaration) for declaration in declarations(headers)]
    with_handles = [call for call in calls if call.handles]
    text = "".join(call.text() for call in with_handles)
    text += "static const Call calls[] = {\n" + "".join(call.entry() for call in with_handles) + "};\n"
    pathlib.Path(output).write_text(text)


if __name__ == "__main__":
    main()
