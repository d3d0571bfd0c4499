// Represents shapes as XLA writes them: f32[2,3]{1,0}, (s32[], token[]), f32[<=4,?].
#pragma once

#include "base/Shape.h"
#include "spec/Attr.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lz::xla {

// The element types, with the numbers of XLA's PrimitiveType. Most of these types have the same
// numbers in DType.
enum class PrimitiveType : uint8_t {
  Invalid = 0,
  Pred = 1,
  Tuple = 13,
  Opaque = 14,
  Token = 17,
  S1 = 30,
  U1 = 31,
  Buffer = 34,
  F6E2M3FN = 35,
  F6E3M2FN = 36,
};

// Returns the name of a type, such as "f32" or "token". Returns "" for Invalid and for tuples,
// which have no name.
std::string_view primitiveTypeName(PrimitiveType type);
// Returns the type with this name, or Invalid.
PrimitiveType parsePrimitiveType(std::string_view name);
// Returns Lazuli's element type, or Invalid if there is none.
DType dtypeOf(PrimitiveType type);
PrimitiveType primitiveTypeOf(DType dtype);

struct Shape;

// The layout of an array in memory. Only a bitcast depends on the layout. For other instructions
// the layout is only read and printed.
struct Layout {
  static constexpr int64_t kCombine = INT64_MIN; // "*" in a tile

  Ints minorToMajor{};
  std::string dimLevelTypes{}; // "D,C+" in D(D,C+)
  std::vector<Ints> tiles{};
  int64_t tailPaddingAlignment = 1;
  PrimitiveType indexPrimitiveType = PrimitiveType::Invalid;
  PrimitiveType pointerPrimitiveType = PrimitiveType::Invalid;
  int64_t elementSizeInBits = 0;
  int64_t memorySpace = 0;
  std::string splitConfigs{};                   // "0:2,4" in SC(0:2,4)
  std::shared_ptr<const Shape> physicalShape{}; // usually nullptr
  int64_t dynamicShapeMetadataPrefixBytes = 0;

  bool operator==(const Layout& other) const;
};

struct Shape {
  static constexpr int64_t kUnbounded = INT64_MIN; // "?"

  PrimitiveType elementType = PrimitiveType::Invalid;
  Dims dimensions{};                      // the extent; for a dynamic dimension, the largest extent
  std::vector<bool> isDynamicDimension{}; // empty if no dimension is dynamic
  std::vector<Shape> tupleShapes{};       // the elements of a tuple, or the one element of a buffer
  std::optional<Layout> layout{};

  bool isTuple() const { return elementType == PrimitiveType::Tuple; }
  bool isArray() const {
    return !isTuple() && elementType != PrimitiveType::Opaque &&
           elementType != PrimitiveType::Token && elementType != PrimitiveType::Buffer;
  }
  bool isDynamic() const { return !isDynamicDimension.empty(); }
  // Returns the type of a static array. The dtype may be Invalid.
  TensorType tensorType() const { return {dtypeOf(elementType), dimensions}; }

  bool operator==(const Shape& other) const = default;
};

Shape arrayShape(const TensorType& type);
Shape tupleShape(std::vector<Shape> elements);

// The largest depth to which tuples, buffers and physical shapes can nest.
inline constexpr int kMaxShapeDepth = 64;

// Returns whether the shapes are equal except for layouts.
bool sameWithoutLayout(const Shape& a, const Shape& b);
std::string printShape(const Shape& shape);
std::string printShapeWithoutLayout(const Shape& shape);

} // namespace lz::xla
