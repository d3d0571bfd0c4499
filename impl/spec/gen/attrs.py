"""Generates C++ code for the attributes of ops. OpAttrs.inc.h has the attribute views. StructAttrs.inc converts
struct attributes of the IR, such as #stablehlo.dot<...>, to the plain attributes of the op and back."""
import sys

TYPES = {"Int": "int64_t", "Bool": "bool", "Float": "double", "Ints": "absl::Span<const int64_t>",
         "String": "std::string_view", "Literal": "const Literal&"}


def camel(name):
    return "".join(word.capitalize() for word in name.split("_"))


def accessor(attr, position):
    """Returns one accessor of a view. If the attribute may be left out, the accessor has a comment."""
    default = attr.default
    name = camel(attr.name)
    name = name[0].lower() + name[1:]
    cpp_type, lines = TYPES.get(attr.kind, attr.enum), []
    otherwise = default or 0
    if attr.kind == "Ints" and default is not None:
        cpp_type, value = "OptionalInts", f"OptionalInts(list({position}), {default})"
        lines.append(f"  // Each element is {default} when it is not given.")
    elif attr.kind == "Enum":
        value = f"{attr.enum}(number({position}, {f'int64_t({attr.enum}::{default})' if default else 0}))"
    else:
        value = {"Int": f"number({position}, {otherwise})", "Bool": f"number({position}, {otherwise}) != 0",
                 "Float": f"real({position}, {otherwise})", "Ints": f"list({position})", "String": f"text({position})",
                 "Literal": f"literal({position})"}[attr.kind]
    if attr.kind != "Ints" and default is not None:
        said = {"0": "false", "1": "true"}[default] if attr.kind == "Bool" else default
        lines.append(f"  // {said} when it is not given.")
    return lines + [f"  {cpp_type} {name}() const {{ return {value}; }}"]


def views(ops, note):
    lines = [note + "//", "// The attributes of each op that has some, by name; spec/AttrView.h shows how to read them.",
             "#pragma once", "", '#include "spec/AttrView.h"', '#include "spec/Enums.inc.h"', "", "namespace lz {", ""]
    for op in ops:
        if not op.attrs:
            continue
        lines += [f"// The attributes of {op.full}.",
                  f"class {op.opcode}Attrs : public AttrView {{", "public:", "  using AttrView::AttrView;"]
        for position, attr in enumerate(op.attrs):
            lines += accessor(attr, position)
        lines += ["};", ""]
    return "\n".join(lines + ["} // namespace lz\n"])


def struct_attrs(ops, note):
    """Generates, for each struct attribute that has a plain form, a function that reads its fields, a function that
    makes it from plain attributes, and a row with the op that it belongs to."""
    lines, rows, done = [note], [], set()
    for op in ops:
        for struct in op.structs:
            rows.append(f"    {{Opcode::{op.opcode}, \"{struct.name}\", {struct.first}, {len(struct.fields)}, "
                        f"read{struct.cpp_class}, make{struct.cpp_class}}},")
            if struct.cpp_class not in done:
                done.add(struct.cpp_class)
                lines += conversions(struct)
    return "\n".join(lines + ["constexpr StructAttr kStructs[] = {", *rows, "};\n"])


def conversions(struct):
    reads = [f"  fields[{i}] = plain(value.get{camel(field)}());" for i, (field, _) in enumerate(struct.fields)]
    makes = ", ".join(f"{'listOf' if kind == 'Ints' else 'numberOf'}(fields[{i}])"
                      for i, (_, kind) in enumerate(struct.fields))
    return [f"bool read{struct.cpp_class}(mlir::Attribute attr, AttrValue* fields) {{",
            f"  auto value = mlir::dyn_cast<{struct.cpp_class}>(attr);", "  if (!value)", "    return false;", *reads,
            "  return true;", "}", "",
            f"mlir::Attribute make{struct.cpp_class}(mlir::MLIRContext* context, const AttrValue* fields) {{",
            f"  return {struct.cpp_class}::get(context, {makes});", "}", ""]


def apply_defaults(op, enums):
    """Sets the defaults that the entry states for its attributes, as "name: value"."""
    by_name = {attr.name: attr for attr in op.attrs}
    for line in op.r["defaults"]:
        name, _, value = line.partition(": ")
        attr = by_name.get(name)
        if not attr or not value:
            sys.exit(f"{op.full}: default '{line}' is not 'name: value' of one of {', '.join(by_name)}")
        known = {case for case, _ in enums[attr.enum]["cases"]} if attr.enum else None
        if not (value in known if known else value.lstrip("-").isdigit()):
            sys.exit(f"{op.full}: default '{line}' is not a {'case of ' + attr.enum if known else 'number'}")
        attr.default = value
