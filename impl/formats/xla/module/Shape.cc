#include "formats/xla/module/Shape.h"

#include "absl/strings/str_join.h"

#include <array>
#include <tuple>

namespace lz::xla {
namespace {

// The names, indexed by number. Types that have no name are left out.
constexpr std::array<std::string_view, 37> kNames = {
    "",           "pred",       "s8",   "s16",      "s32",      "s64",    "u8",     "u16",
    "u32",        "u64",        "f16",  "f32",      "f64",      "",       "opaque", "c64",
    "bf16",       "token",      "c128", "f8e5m2",   "f8e4m3fn", "s4",     "u4",     "f8e4m3b11fnuz",
    "f8e5m2fnuz", "f8e4m3fnuz", "s2",   "u2",       "f8e4m3",   "f8e3m4", "s1",     "u1",
    "f4e2m1fn",   "f8e8m0fnu",  "",     "f6e2m3fn", "f6e3m2fn"};

void appendDims(const Shape& shape, std::string& out) {
  out += '[';
  for (size_t i = 0; i < shape.dimensions.size(); ++i) {
    if (i > 0)
      out += ',';
    bool isDynamic = shape.isDynamic() && shape.isDynamicDimension[i];
    if (shape.dimensions[i] == Shape::kUnbounded)
      out += '?';
    else
      absl::StrAppend(&out, isDynamic ? "<=" : "", shape.dimensions[i]);
  }
  out += ']';
}

void appendShape(const Shape& shape, bool withLayout, std::string& out);

void appendTile(const Ints& tile, std::string& out) {
  out += '(';
  for (size_t i = 0; i < tile.size(); ++i) {
    out += i > 0 ? "," : "";
    out += tile[i] == Layout::kCombine ? "*" : absl::StrCat(tile[i]);
  }
  out += ')';
}

// Returns the part of a layout after the order of the dimensions. XLA requires the order that the
// details have here.
std::string layoutDetails(const Layout& layout) {
  std::string out;
  if (!layout.dimLevelTypes.empty())
    absl::StrAppend(&out, "D(", layout.dimLevelTypes, ")");
  if (!layout.tiles.empty())
    out += 'T';
  for (const Ints& tile : layout.tiles)
    appendTile(tile, out);
  if (layout.tailPaddingAlignment != 1)
    absl::StrAppend(&out, "L(", layout.tailPaddingAlignment, ")");
  if (layout.indexPrimitiveType != PrimitiveType::Invalid)
    absl::StrAppend(&out, "#(", detail::piece(primitiveTypeName(layout.indexPrimitiveType)), ")");
  if (layout.pointerPrimitiveType != PrimitiveType::Invalid)
    absl::StrAppend(&out, "*(", detail::piece(primitiveTypeName(layout.pointerPrimitiveType)), ")");
  if (layout.elementSizeInBits != 0)
    absl::StrAppend(&out, "E(", layout.elementSizeInBits, ")");
  if (layout.memorySpace != 0)
    absl::StrAppend(&out, "S(", layout.memorySpace, ")");
  if (!layout.splitConfigs.empty())
    absl::StrAppend(&out, "SC(", layout.splitConfigs, ")");
  if (layout.physicalShape) {
    out += "P(";
    appendShape(*layout.physicalShape, true, out);
    out += ')';
  }
  if (layout.dynamicShapeMetadataPrefixBytes != 0)
    absl::StrAppend(&out, "M(", layout.dynamicShapeMetadataPrefixBytes, ")");
  return out;
}

void appendLayout(const Layout& layout, std::string& out) {
  std::string details = layoutDetails(layout);
  if (layout.minorToMajor.empty() && details.empty())
    return; // XLA does not read {} after a shape as a layout
  absl::StrAppend(&out, "{", absl::StrJoin(layout.minorToMajor, ","), details.empty() ? "" : ":",
                  details, "}");
}

void appendTuple(const Shape& shape, bool withLayout, std::string& out) {
  out += '(';
  for (size_t i = 0; i < shape.tupleShapes.size(); ++i) {
    out += i > 0 ? ", " : "";
    appendShape(shape.tupleShapes[i], withLayout, out);
  }
  out += ')';
}

// Appends the shape as text. Recursion is safe, because shapes nest at most kMaxShapeDepth deep.
void appendShape(const Shape& shape, bool withLayout, std::string& out) {
  if (shape.elementType == PrimitiveType::Buffer)
    out += 'b';
  if (shape.isTuple() || shape.elementType == PrimitiveType::Buffer)
    return appendTuple(shape, withLayout, out);
  out += primitiveTypeName(shape.elementType);
  appendDims(shape, out);
  if (withLayout && shape.layout)
    appendLayout(*shape.layout, out);
}

} // namespace

bool Layout::operator==(const Layout& other) const {
  auto parts = [](const Layout& l) {
    return std::tie(l.minorToMajor, l.dimLevelTypes, l.tiles, l.tailPaddingAlignment,
                    l.indexPrimitiveType, l.pointerPrimitiveType, l.elementSizeInBits,
                    l.memorySpace, l.splitConfigs, l.dynamicShapeMetadataPrefixBytes);
  };
  bool sameShapes = physicalShape && other.physicalShape ? *physicalShape == *other.physicalShape
                                                         : physicalShape == other.physicalShape;
  return sameShapes && parts(*this) == parts(other);
}

std::string_view primitiveTypeName(PrimitiveType type) {
  return kNames[size_t(type)];
}

PrimitiveType parsePrimitiveType(std::string_view name) {
  for (size_t i = 0; i < kNames.size(); ++i)
    if (!name.empty() && kNames[i] == name)
      return PrimitiveType(i);
  return PrimitiveType::Invalid;
}

DType dtypeOf(PrimitiveType type) {
  if (type == PrimitiveType::F6E2M3FN)
    return DType::F6E2M3FN;
  if (type == PrimitiveType::F6E3M2FN)
    return DType::F6E3M2FN;
  return isValid(DType(type)) ? DType(type) : DType::Invalid;
}

PrimitiveType primitiveTypeOf(DType dtype) {
  if (dtype == DType::F6E2M3FN)
    return PrimitiveType::F6E2M3FN;
  return dtype == DType::F6E3M2FN ? PrimitiveType::F6E3M2FN : PrimitiveType(dtype);
}

Shape arrayShape(const TensorType& type) {
  Shape shape;
  shape.elementType = primitiveTypeOf(type.dtype);
  shape.dimensions = type.dims;
  return shape;
}

Shape tupleShape(std::vector<Shape> elements) {
  Shape shape;
  shape.elementType = PrimitiveType::Tuple;
  shape.tupleShapes = std::move(elements);
  return shape;
}

bool sameWithoutLayout(const Shape& a, const Shape& b) {
  if (a.elementType != b.elementType || a.dimensions != b.dimensions ||
      a.tupleShapes.size() != b.tupleShapes.size() || a.isDynamicDimension != b.isDynamicDimension)
    return false;
  for (size_t i = 0; i < a.tupleShapes.size(); ++i)
    if (!sameWithoutLayout(a.tupleShapes[i], b.tupleShapes[i]))
      return false;
  return true;
}

std::string printShape(const Shape& shape) {
  std::string out;
  appendShape(shape, true, out);
  return out;
}

std::string printShapeWithoutLayout(const Shape& shape) {
  std::string out;
  appendShape(shape, false, out);
  return out;
}

} // namespace lz::xla
