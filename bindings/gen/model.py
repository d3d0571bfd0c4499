"""The model of the API from which front ends are generated: the types and functions of the headers, and the ops, each with
the C function that records it. C types are spelled as in the headers, without marks such as LZ_OWNED: "const int64_t*". The
model does not depend on a language. A module such as julia.py or swift.py writes it in one language."""
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "scripts"), os.path.join(ROOT, "impl", "spec", "gen")]
import gen_ops
import headers
from c_api import snake

LLVM = "/usr/lib/llvm-19"
# For each header, the headers that it needs but does not include itself.
MORE = {"dlpack.h": ["dlpack_types.h"]}
# Most variadic ops have as many results as inputs. These ops have as many as the function, or each of
# the functions, in this argument returns.
RESULTS_OF = {"if": "true_branch", "case": "branches", "call": "callee"}


class Constant:
    def __init__(self, name, value, note):
        self.name, self.value, self.note = name, int(value), " ".join(note.split())


class Enum:
    """The constants of an int32_t type called `name` or, if there is no name, the bits of uint64_t flags."""

    def __init__(self, name, text, constants):
        self.name, self.text, self.constants = name, text, constants


class Variable:
    """A parameter of a function or a field of a struct. `is_nullable`: NULL is allowed, even for a list that is not empty."""

    def __init__(self, name, type, note="", is_nullable=False, is_owned=False):
        self.name, self.type, self.note = name, type, " ".join(note.split())
        self.is_nullable, self.is_owned = is_nullable, is_owned


class Macro:
    """A macro whose value is a number."""

    def __init__(self, name, text, value):
        self.name, self.text, self.value = name, text, value


class Struct:
    def __init__(self, name, text, fields):
        self.name, self.text, self.fields = name, text, fields

    def has_size(self):
        return self.fields[0].name == "struct_size"


class Alias:
    """A type that is only a name in the header. `what` is "handle", "callback" or the C type for which it stands."""

    def __init__(self, name, text, what):
        self.name, self.text, self.what = name, text, what


class Function:
    """A function of a header. `text` is its documentation, which all functions of its `group` share."""

    def __init__(self, declaration):
        d = declaration
        self.name, self.text, self.note, self.since = d.name, d.text, d.note, d.since()
        self.group = [item.name for item in d.group if item.kind == "function"]
        self.returns, self.returns_status = d.returns(), d.returns_status()
        self.parameters = [v for member in d.members for v in variables(member)]


class Header:
    """A public header. `items` are its declarations, in their order."""

    def __init__(self, name, text, items):
        self.name, self.text, self.items = name, text, items


def variables(member):
    """Returns the variables of one declaration. For example, `size_t result, operand` declares two."""
    *before, last = member.code.split(",")
    if before:
        type, _, first = before[0].rpartition(" ")
        return [Variable(name.strip(), type, member.note) for name in [first, *before[1:], last]]
    # A function pointer is declared with its name inside of its type: `void (*name)(...)`.
    type = "callback" if "(*" in member.code else member.type()
    return [Variable(member.name, type, member.note, bool(member.nullable), "LZ_OWNED" in member.marks)]


def constants(declaration):
    return [Constant(m.name, m.value, m.note) for m in declaration.members]


def items_of(header):
    for d in header.declarations:
        if d.kind == "function":
            yield Function(d)
        elif d.kind == "struct":
            yield Struct(d.name, d.text, [v for m in d.members for v in variables(m)])
        elif d.kind == "enum":
            name = next((t.name for t in d.group if t.kind == "type"), d.name)
            yield Enum(name, d.text, constants(d))
        elif d.kind == "macro" and (value := number(d.value)) is not None:
            yield Macro(d.name, d.note or d.text, value)
        elif d.kind == "type" and not any(other.kind == "enum" for other in d.group):
            yield alias(d)


def number(text):
    """Returns the value of a macro if it is a number, such as 1000, INT64_C(-1) or (1UL << 2UL). Otherwise returns None."""
    match = re.fullmatch(r"(?:INT64_C\()?(-?\d+)\)?|\(1UL << (\d+)UL\)", text)
    return match and (int(match[1]) if match[1] else 1 << int(match[2]))


def alias(declaration):
    if "(*" in declaration.code:
        return Alias(declaration.name, declaration.text, "callback")
    if match := re.fullmatch(r"typedef struct (\w+) \1;", declaration.code):
        return Alias(match[1], declaration.text, "handle")
    return Alias(declaration.name, declaration.text, declaration.code.split()[1])


def public_headers():
    """Returns the headers, each after the headers that it includes. lazuli.h is left out, because it declares nothing."""
    parsed = {header.name: header for header in headers.headers() if header.name != "lazuli.h"}
    ordered = []

    def add(name):
        if name in (header.name for header in ordered):
            return
        for other in re.findall(r'#include "lazuli/(\w+\.h)"', headers.read(f"{headers.FOLDER}/{name}")) + MORE.get(name, []):
            add(other)
        ordered.append(Header(name, parsed[name].text, list(items_of(parsed[name]))))

    for name in parsed:
        add(name)
    return ordered


class Argument:
    """An argument of an op as a front end sees it.

    kind      device, tensor, tensors, function, functions, integer, flag, integers, dtype, or enum
    enum      for an enum: its C type
    default   a number, a case of the enum, or [] for a list (then the library uses a value of its own).
              None if the argument must be given
    field     whether it is a field of the op's attribute struct
    length    for a list: the name of the parameter or field with its length"""

    def __init__(self, name, kind, enum="", default=None, field=False, length=""):
        self.name, self.kind, self.enum, self.default = name, kind, enum, default
        self.field, self.length = field, length

    def is_attribute(self):
        return self.kind in ("integer", "flag", "integers", "dtype", "enum")

    def is_list(self):
        return self.kind in ("tensors", "functions", "integers")


class Op:
    """An op. `results` are the names of the results. It is None for a variadic op: there are as many results as `results_of`,
    an argument that is a list of tensors or a function, has."""

    def __init__(self, row, function, struct):
        self.name, self.family, self.c_function, self.struct = row["name"], row["family"], function, struct
        self.documentation, self.since, self.example = row["documentation"], row["since"], row["example"]
        self.arguments = arguments(row, function, struct)
        self.has_one_out = function.parameters[-1].name == "out"
        names = [r["name"] for r in row["results"]]
        self.results = None if any(r["variadic"] for r in row["results"]) else names
        self.results_of = RESULTS_OF.get(self.name, "inputs") if self.results is None else None

    def operands(self):
        return [a for a in self.arguments if not a.is_attribute()]

    def attributes(self):
        return [a for a in self.arguments if a.is_attribute()]


KINDS = {"lz_device*": "device", "lz_tensor*": "tensor", "lz_tensor* const*": "tensors", "lz_function*": "function",
         "lz_function* const*": "functions", "const int64_t*": "integers", "int64_t": "integer", "int32_t": "flag",
         "lz_dtype": "dtype"}


def arguments(row, function, struct):
    defaults = {a["name"]: default_of(a, struct is not None) for a in row["attributes"]}
    result = []
    for variable, length, field in with_fields(function, struct):
        kind = KINDS.get(variable.type, "enum")
        default = defaults.get(variable.name)
        if field and default is None:
            default = [] if kind == "integers" else 0 if variable.name not in defaults else None
        result.append(Argument(variable.name, kind, variable.type if kind == "enum" else "", default, field, length))
    return result


def default_of(attribute, in_struct):
    """Returns the default of an argument. A required list has none, but as a field of a struct it may be empty."""
    if attribute["kind"] == "Ints":
        return [] if attribute["optional"] or in_struct else None
    default = attribute["default"]
    return int(default) if default is not None and default.lstrip("-").isdigit() else default


def with_fields(function, struct):
    """Yields (variable, name of its length, whether it is a field of the struct) for each argument. Leaves out options and
    results."""
    def listed(variables, field):
        following = variables[1:] + [None]
        for variable, behind in zip(variables, following):
            is_list = KINDS.get(variable.type, "").endswith("s")
            if variable.type != "size_t":
                yield variable, behind.name if is_list else "", field

    end = next(i for i, p in enumerate(function.parameters) if p.name == "options")
    for variable, length, field in listed(function.parameters[:end], False):
        if variable.name == "attributes" and struct:
            yield from listed(struct.fields[1:], True)
        else:
            yield variable, length, field


class Model:
    def __init__(self):
        self.headers = public_headers()
        items = [item for header in self.headers for item in header.items]
        self.functions = {i.name: i for i in items if isinstance(i, Function)}
        self.structs = {i.name: i for i in items if isinstance(i, Struct)}
        self.enums = {i.name: i for i in items if isinstance(i, Enum) and i.name}
        self.manifest = manifest()
        self.ops = [Op(row, self.functions[row["c_function"]], self.structs.get(row["attribute_struct"]))
                    for row in self.manifest["ops"] if row["c_function"]]

    def families(self):
        """Returns {family: its ops}, in the order of the entries."""
        found = {}
        for op in self.ops:
            found.setdefault(op.family, []).append(op)
        return found


def manifest():
    """Returns ops.json, made from the current op entries."""
    entries = gen_ops.load(os.path.join(LLVM, "bin", "llvm-tblgen"), os.path.join(LLVM, "include"))
    return json.loads(gen_ops.manifest(*entries))


def case_of(enum, case):
    """Returns the C constant for a case that is spelled as in the op entries, such as NOTYPE of lz_comparison_type."""
    return f"LZ_{snake(enum.removeprefix('lz_')).upper()}_{case}"
