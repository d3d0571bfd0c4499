"""Generates the attributes of calls of library functions (exec/CallAttrs.h): for each op that is such a function, a
struct with the op's attributes."""
from attrs import camel

TYPES = {"Int": "int64_t", "Bool": "int64_t", "Enum": "int64_t", "Ints": "std::vector<int64_t>"}


def called(op):
    """Returns whether the op gets a struct. An op with a body has none, because the attributes that describe a body
    are written by hand."""
    return (op.kind == "library" or op.isCall) and not op.regions


def struct(op):
    lines, fields = [], []
    for attr in op.attrs:
        name = camel(attr.name)
        name = name[0].lower() + name[1:]
        optional = attr.optional and attr.kind != "Ints"
        cpp_type = f"std::optional<{TYPES[attr.kind]}>" if optional else TYPES[attr.kind]
        start = " = 0" if cpp_type == "int64_t" else "{}"
        lines.append(f"  {cpp_type} {name}{start};")
        left_out = ", LeftOut::IfEmpty" if attr.optional else ""
        fields.append(f"    visit(CallField{{\"{attr.name}\", self.{name}{left_out}}});")
    return [f"// The attributes of {op.full}.", f"struct {op.opcode}CallAttrs {{",
            f"  static constexpr std::string_view kFunction = \"{op.name}\";", "", *lines, "",
            "  template <typename Self, typename Visit> static void visitFields(Self& self, Visit visit) {", *fields, "  }", "};", ""]


def call_attrs(ops, note):
    structs = [op for op in ops if called(op)]
    names = ", ".join(f"{op.opcode}CallAttrs" for op in structs)
    lines = [note, "namespace lz::exec {", ""]
    for op in structs:
        lines += struct(op)
    return "\n".join(lines + ["// One of `Others`, or of those above.",
                              f"template <typename... Others> using CallAttrsOf = std::variant<Others..., {names}>;", "",
                              "} // namespace lz::exec\n"])
