#include "lazy/debug/TraceNames.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "spec/Enums.inc.h" // generated: ComparisonDirection
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::lazy {
namespace {

// The names of ops that do not depend on attributes; "" if the system has no such op.
struct Names {
  Opcode opcode;
  const char *torch, *tensorFlow;
};
#include "spec/OtherNames.inc" // generated from spec/ops/other_names.txt: kNames

const Names* find(Opcode opcode) {
  const Names* found = std::find_if(std::begin(kNames), std::end(kNames),
                                    [&](const Names& names) { return names.opcode == opcode; });
  return found == std::end(kNames) ? nullptr : found;
}

// Indexed by ComparisonDirection.
constexpr const char* kTorchComparisons[] = {"eq", "ne", "ge", "gt", "le", "lt"};
constexpr const char* kTensorFlowComparisons[] = {"Equal",   "NotEqual",  "GreaterEqual",
                                                  "Greater", "LessEqual", "Less"};

size_t directionOf(const Op& op) {
  return size_t(CompareAttrs(op.attrs).comparisonDirection());
}

// Returns whether the operand's dimensions are the last ones of the result, as in PyTorch's expand.
bool isExpand(const Op& op, const Program& program) {
  absl::Span<const int64_t> dims = BroadcastInDimAttrs(op.attrs).broadcastDimensions();
  const int64_t first =
      program.type(op.results.front()).rank() - program.type(op.operands.front()).rank();
  for (size_t d = 0; d < dims.size(); ++d)
    if (dims[d] != first + int64_t(d))
      return false;
  return true;
}

std::string elementOf(const Literal& literal, int64_t i, bool withPoint) {
  const DType dtype = literal.type().dtype;
  if (isComplex(dtype)) {
    const auto part = [&](int64_t j) {
      return dtype == DType::C64 ? double(literal.as<float>()[j]) : literal.as<double>()[j];
    };
    return absl::StrCat("(", part(2 * i), ", ", part(2 * i + 1), ")");
  }
  if (!isFloat(dtype))
    return dtype == DType::U64 ? absl::StrCat(literal.as<uint64_t>()[i])
                               : absl::StrCat(literal.toInt(i));
  std::string text = absl::StrCat(literal.toDouble(i));
  const bool isWhole = text.find_first_not_of("-0123456789") == std::string::npos;
  return withPoint && isWhole ? text + ".0" : text;
}

// Returns the first elements of a long constant, or all of a short one. A scalar has no brackets.
std::string valueOf(const Literal& literal, const char* open, const char* close, bool withPoint) {
  constexpr int64_t kMostElements = 16;
  const Dims& dims = literal.type().dims;
  const int64_t count = literal.type().numElements(), shown = std::min(count, kMostElements);
  std::string text;
  if (count == 0)
    for (size_t d = 0; d < dims.size(); ++d)
      text = absl::StrCat(open, text, close);
  for (int64_t i = 0; i < shown; ++i) {
    int64_t inside = 1;
    std::string opened, closed;
    for (size_t d = dims.size(); d-- > 0;) {
      inside *= dims[d];
      if (i % inside == 0)
        opened += open;
      if ((i + 1) % inside == 0 || i + 1 == shown)
        closed += close;
    }
    const char* more = i + 1 == shown && shown < count ? ", ..." : "";
    absl::StrAppend(&text, i > 0 ? ", " : "", opened, elementOf(literal, i, withPoint), more,
                    closed);
  }
  return text;
}

struct AttributeText {
  const char *openList, *closeList, *quote, *openValue, *closeValue;
  bool withPoint; // whether whole numbers of float constants are printed with ".0"

  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(int64_t value) const { return absl::StrCat(value); }
  std::string operator()(double value) const { return absl::StrCat(value); }
  std::string operator()(const Ints& list) const {
    return absl::StrCat(openList, absl::StrJoin(list, ", "), closeList);
  }
  std::string operator()(const std::string& text) const { return absl::StrCat(quote, text, quote); }
  std::string operator()(const Literal& literal) const {
    return valueOf(literal, openValue, closeValue, withPoint);
  }
};

} // namespace

std::string torchName(const Op& op, const Program& program) {
  if (op.opcode == Opcode::Constant)
    return "prim::Constant";
  if (op.opcode == Opcode::Compare)
    return absl::StrCat("aten::", kTorchComparisons[directionOf(op)]);
  if (op.opcode == Opcode::BroadcastInDim && isExpand(op, program))
    return "aten::expand";
  if (const Names* names = find(op.opcode))
    return absl::StrCat("aten::", names->torch);
  return "xla::" + std::string(opInfo(op.opcode).name);
}

std::string tensorFlowName(const Op& op) {
  if (op.opcode == Opcode::Constant)
    return "Const";
  if (op.opcode == Opcode::Compare)
    return kTensorFlowComparisons[directionOf(op)];
  const Names* names = find(op.opcode);
  return names && *names->tensorFlow ? names->tensorFlow : std::string(opInfo(op.opcode).fullName);
}

std::string xlaType(DType dtype) {
  if (isComplex(dtype))
    return dtype == DType::C64 ? "c64" : "c128";
  if (dtype == DType::Pred)
    return "pred";
  std::string name = absl::AsciiStrToLower(std::string(dtypeName(dtype)));
  if (absl::StartsWith(name, "ui"))
    return "u" + name.substr(2);
  return name.front() == 'i' ? "s" + name.substr(1) : name;
}

std::string xlaShape(const TensorType& type, bool withLayout) {
  std::string shape = absl::StrCat(xlaType(type.dtype), "[", absl::StrJoin(type.dims, ","), "]");
  if (!withLayout || type.rank() == 0)
    return shape;
  Ints order;
  for (int64_t d = type.rank(); d-- > 0;)
    order.push_back(d);
  return absl::StrCat(shape, "{", absl::StrJoin(order, ","), "}");
}

std::string tensorFlowType(DType dtype) {
  switch (dtype) {
  case DType::Pred:
    return "bool";
  case DType::F16:
    return "half";
  case DType::BF16:
    return "bfloat16";
  case DType::F32:
    return "float";
  case DType::F64:
    return "double";
  case DType::C64:
    return "complex64";
  case DType::C128:
    return "complex128";
  default:
    if (isInteger(dtype))
      return absl::StrCat(isUnsignedInt(dtype) ? "uint" : "int", bitWidth(dtype));
    return xlaType(dtype);
  }
}

std::string torchAttribute(const AttrValue& value) {
  return std::visit(AttributeText{"(", ")", "", "{", "}", /*withPoint=*/false}, value);
}

std::string tensorFlowAttribute(const AttrValue& value) {
  return std::visit(AttributeText{"[", "]", "\"", "[", "]", /*withPoint=*/true}, value);
}

} // namespace lz::lazy
