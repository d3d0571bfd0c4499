#include "absl/strings/escaping.h"
#include "absl/strings/str_join.h"
#include "formats/xla/text/AttributeText.h"
#include "formats/xla/text/Literals.h"

#include <array>
#include <charconv>

namespace lz::xla {
namespace {

std::string braced(const Ints& values) {
  return absl::StrCat("{", absl::StrJoin(values, ","), "}");
}

std::string braced(const std::vector<std::string>& parts) {
  return absl::StrCat("{", absl::StrJoin(parts, ", "), "}");
}

using Dimension = WindowDimension;

// Prints a field such as " stride=2x2", or prints nothing if all values of the field are the
// default.
template <typename Value>
std::string windowField(std::string_view name, const Window& window, const std::string& otherwise,
                        Value&& value) {
  std::vector<std::string> values;
  bool isNeeded = name == "size";
  for (const Dimension& dim : window.dimensions) {
    values.push_back(value(dim));
    isNeeded |= values.back() != otherwise;
  }
  if (!isNeeded)
    return "";
  return absl::StrCat(name == "size" ? "" : " ", detail::piece(name), "=",
                      absl::StrJoin(values, "x"));
}

std::string windowText(const Window& window) {
  if (window.dimensions.empty())
    return "{}";
  return absl::StrCat(
      "{", windowField("size", window, "", [](const Dimension& d) { return absl::StrCat(d.size); }),
      windowField("stride", window, "1", [](const Dimension& d) { return absl::StrCat(d.stride); }),
      windowField(
          "pad", window, "0_0",
          [](const Dimension& d) { return absl::StrCat(d.paddingLow, "_", d.paddingHigh); }),
      windowField("lhs_dilate", window, "1",
                  [](const Dimension& d) { return absl::StrCat(d.baseDilation); }),
      windowField("rhs_dilate", window, "1",
                  [](const Dimension& d) { return absl::StrCat(d.windowDilation); }),
      windowField("rhs_reversal", window, "0",
                  [](const Dimension& d) { return std::string(d.windowReversal ? "1" : "0"); }),
      "}");
}

std::string paddingText(const PaddingConfig& config) {
  std::vector<std::string> dims;
  for (const PaddingDimension& d : config.dimensions)
    dims.push_back(
        absl::StrCat(d.edgePaddingLow, "_", d.edgePaddingHigh,
                     d.interiorPadding != 0 ? absl::StrCat("_", d.interiorPadding) : ""));
  return absl::StrJoin(dims, "x");
}

std::string slicesText(const SliceDimensions& slices) {
  std::vector<std::string> dims;
  for (const SliceDimension& d : slices.dimensions)
    dims.push_back(absl::StrCat("[", d.start, ":", d.limit,
                                d.stride != 1 ? absl::StrCat(":", d.stride) : "", "]"));
  return braced(dims);
}

std::string groupsText(const ReplicaGroups& groups) {
  if (!groups.mesh.empty())
    return groups.mesh;
  if (groups.dims.empty()) {
    std::vector<std::string> lists;
    for (const Ints& group : groups.groups)
      lists.push_back(braced(group));
    return absl::StrCat("{", absl::StrJoin(lists, ","), "}");
  }
  std::string text = absl::StrCat("[", absl::StrJoin(groups.dims, ","), "]<=[",
                                  absl::StrJoin(groups.iotaReshapeDims, ","), "]");
  if (!groups.iotaTransposePerm.empty())
    absl::StrAppend(&text, "T(", absl::StrJoin(groups.iotaTransposePerm, ","), ")");
  return text;
}

std::string aliasesText(const BufferAliases& aliases, bool isDonor) {
  std::vector<std::string> entries;
  for (const BufferAlias& a : aliases.entries) {
    std::string parameter =
        absl::StrCat("(", a.parameterNumber, ", ", braced(a.parameterShapeIndex));
    entries.push_back(isDonor ? absl::StrCat(parameter, ")")
                              : absl::StrCat(braced(a.outputShapeIndex), ": ", parameter, ", ",
                                             a.mustAlias ? "must-alias)" : "may-alias)"));
  }
  return absl::StrCat("{ ", absl::StrJoin(entries, ", "), " }");
}

// Prints the value of an attribute. The overload depends on the alternative that holds the value.
struct Writer {
  const AttributeInfo& info;
  NamesFor names;
  std::string& out;

  void operator()(int64_t value) const { absl::StrAppend(&out, value); }
  void operator()(bool value) const { out += value ? "true" : "false"; }
  void operator()(double value) const {
    std::array<char, 64> digits;
    out.append(digits.data(), std::to_chars(digits.data(), digits.data() + 64, value).ptr);
  }
  void operator()(const Ints& value) const { out += braced(value); }
  void operator()(const std::vector<bool>& value) const {
    std::vector<std::string> words;
    for (bool bit : value)
      words.emplace_back(bit ? "true" : "false");
    out += absl::StrCat("{", absl::StrJoin(words, ","), "}");
  }
  void operator()(const std::string& value) const { printQuoted(value, out); }
  void operator()(const Word& value) const { out += value.text; }
  void operator()(const Words& value) const {
    out += absl::StrCat("{", absl::StrJoin(value.words, ","), "}");
  }
  void operator()(const Verbatim& value) const { out += value.text; }
  void operator()(const Window& value) const { out += windowText(value); }
  void operator()(const PaddingConfig& value) const { out += paddingText(value); }
  void operator()(const SliceDimensions& value) const { out += slicesText(value); }
  void operator()(const ConvolutionDimensionNumbers& value) const { out += value.text; }
  void operator()(const ReplicaGroups& value) const { out += groupsText(value); }
  void operator()(const BufferAliases& value) const {
    out += aliasesText(value, info.kind == AttributeKind::Donors);
  }
  void operator()(const Computations& value) const {
    std::vector<std::string> parts;
    for (int32_t id : value.ids)
      parts.push_back(absl::StrCat("%", names.module.computations[size_t(id)].name));
    out += info.kind == AttributeKind::Computation ? parts.front() : braced(parts);
  }
  void operator()(const Instructions& value) const {
    std::vector<std::string> parts;
    for (int32_t id : value.ids)
      parts.push_back(absl::StrCat("%", names.computation->instructions[size_t(id)].name));
    out += braced(parts);
  }
  void operator()(const std::vector<Shape>& value) const {
    std::vector<std::string> parts;
    for (const Shape& shape : value)
      parts.push_back(printShape(shape));
    out += info.kind == AttributeKind::Shape ? parts.front() : braced(parts);
  }
  void operator()(const HloLiteral& value) const {
    absl::StrAppend(&out, printShape(value.shape), " ");
    printLiteral(value, out);
  }
  void operator()(const Fields& value) const {
    printFields(value, info.kind == AttributeKind::Dictionary ? "," : " ", out);
  }
};

} // namespace

void printQuoted(std::string_view text, std::string& out) {
  absl::StrAppend(&out, "\"", absl::Utf8SafeCEscape(detail::piece(text)), "\"");
}

void printFields(const Fields& fields, std::string_view separator, std::string& out) {
  out += '{';
  for (size_t i = 0; i < fields.fields.size(); ++i) {
    const Field& field = fields.fields[i];
    out += i > 0 ? separator : "";
    if (Scanner(field.name, "").peekWord() == field.name)
      out += field.name;
    else
      printQuoted(field.name, out);
    out += '=';
    if (field.isQuoted)
      printQuoted(field.text, out);
    else
      out += field.text;
  }
  out += '}';
}

void printAttribute(const Attribute& attribute, NamesFor names, std::string& out) {
  absl::StrAppend(&out, detail::piece(attribute.info->name), "=");
  std::visit(Writer{*attribute.info, names, out}, attribute.value);
}

} // namespace lz::xla
