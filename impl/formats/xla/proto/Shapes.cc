#include "formats/xla/proto/Shapes.h"

#include "base/elements/SmallTypes.h"
#include "formats/xla/proto/LiteralFields.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace lz::xla {
namespace {

namespace ShapeProto {
constexpr int ElementType = 2, Dimensions = 3, TupleShapes = 4, Layout = 5, IsDynamicDimension = 6;
}
namespace LayoutProto {
constexpr int MinorToMajor = 1;
}

StatusOr<std::string> rawElements(const Message& proto, const LiteralField& elements, size_t size) {
  if (elements.held == LiteralField::Bytes)
    return std::string(proto.text(elements.field));
  if (elements.held != LiteralField::Varints)
    return proto.fixed(elements.field, elements.held == LiteralField::Fixed32 ? 4 : 8);
  LZ_ASSIGN_OR_RETURN(Ints numbers, proto.numbers(elements.field));
  std::string bytes(numbers.size() * size, '\0');
  for (size_t i = 0; i < numbers.size(); ++i)
    std::memcpy(bytes.data() + i * size, &numbers[i], size); // little endian
  return bytes;
}

bool isRowMajor(const Shape& shape) {
  return !shape.layout ||
         std::is_sorted(shape.layout->minorToMajor.rbegin(), shape.layout->minorToMajor.rend());
}

// Returns the elements in row-major order, from bytes in the order of the layout.
std::string inRowMajorOrder(const std::string& bytes, const Shape& shape, size_t size) {
  const Ints& order = shape.layout->minorToMajor;
  Ints strides(order.size());
  int64_t stride = 1;
  for (int64_t dim : order) {
    strides[size_t(dim)] = stride;
    stride *= shape.dimensions[size_t(dim)];
  }
  std::string result(bytes.size(), '\0');
  Ints index(order.size());
  int64_t from = 0;
  for (size_t to = 0; to < result.size(); to += size) {
    std::memcpy(result.data() + to, bytes.data() + size_t(from) * size, size);
    for (size_t d = index.size(); d-- > 0;) {
      from += strides[d];
      if (++index[d] < shape.dimensions[d])
        break;
      from -= strides[d] * shape.dimensions[d];
      index[d] = 0;
    }
  }
  return result;
}

Status readLayout(const Message& proto, Shape& shape) {
  LZ_ASSIGN_OR_RETURN(Message layout, proto.message(ShapeProto::Layout));
  LZ_ASSIGN_OR_RETURN(Ints order, layout.numbers(LayoutProto::MinorToMajor));
  Ints sorted = order, all(shape.dimensions.size());
  std::sort(sorted.begin(), sorted.end());
  std::iota(all.begin(), all.end(), 0);
  if (!order.empty() && sorted != all)
    return proto.file().error(layout.bytes(), "a layout must name each dimension once");
  if (!order.empty())
    shape.layout = Layout{.minorToMajor = std::move(order)};
  return okStatus();
}

Status readArray(const Message& proto, Shape& shape) {
  LZ_ASSIGN_OR_RETURN(Ints dims, proto.numbers(ShapeProto::Dimensions));
  LZ_ASSIGN_OR_RETURN(Ints dynamic, proto.numbers(ShapeProto::IsDynamicDimension));
  shape.dimensions.assign(dims.begin(), dims.end());
  dynamic.resize(dims.size());
  if (std::any_of(dynamic.begin(), dynamic.end(), [](int64_t flag) { return flag != 0; }))
    for (int64_t flag : dynamic)
      shape.isDynamicDimension.push_back(flag != 0);
  for (size_t i = 0; i < dims.size(); ++i)
    if (dims[i] < 0 &&
        !(dims[i] == Shape::kUnbounded && shape.isDynamic() && shape.isDynamicDimension[i]))
      return proto.file().error(proto.bytes(), "dimension ", i, " of a shape is ", dims[i],
                                ", which is negative");
  if (!shape.isDynamic() && isValid(shape.tensorType().dtype))
    if (Status status = checkType(shape.tensorType()); !status.ok())
      return proto.file().error(proto.bytes(), status.message());
  return readLayout(proto, shape);
}

// Returns the code in memory of an element whose byte is sign-extended: -2 of s4 is 0xfe in the
// proto, and 0xe in memory.
uint8_t codeOf(DType dtype, char byte) {
  return uint8_t(uint8_t(byte) & ((1u << bitWidth(dtype)) - 1));
}

Status readElements(const Message& proto, HloLiteral& literal) {
  const Shape& shape = literal.shape;
  const LiteralField* found = findLiteralField(shape.elementType);
  if (!found || shape.isDynamic())
    return proto.file().error(proto.bytes(), "a literal cannot have the shape ", printShape(shape));
  const TensorType type = shape.tensorType();
  const size_t size = isSmall(type.dtype) ? 1 : byteSize(type.dtype);
  LZ_ASSIGN_OR_RETURN(std::string bytes, rawElements(proto, *found, size));
  const int64_t expected = isSmall(type.dtype) ? type.numElements() : type.numBytes();
  if (int64_t(bytes.size()) != expected)
    return proto.file().error(proto.bytes(), "a literal of ", type.str(), " has ", bytes.size(),
                              " bytes of elements, not ", expected);
  if (!isRowMajor(shape) && !bytes.empty())
    bytes = inRowMajorOrder(bytes, shape, size);
  if (type.dtype == DType::Pred)
    for (char& byte : bytes)
      byte = byte != 0;
  if (!isSmall(type.dtype)) {
    literal.data = Literal::copyOf(type, bytes.data());
    return okStatus();
  }
  literal.data = Literal(type);
  for (int64_t i = 0; i < expected; ++i)
    storeCode(type.dtype, literal.data.mutableData(), i, codeOf(type.dtype, bytes[size_t(i)]));
  return okStatus();
}

} // namespace

StatusOr<Shape> readShape(const Message& proto, int depth) {
  if (depth > kMaxShapeDepth)
    return proto.file().error(proto.bytes(), "tuples nest deeper than ", kMaxShapeDepth);
  Shape shape;
  const int64_t type = proto.number(ShapeProto::ElementType);
  shape.elementType = PrimitiveType(type);
  const bool isKnown = type > 0 && type <= int64_t(PrimitiveType::F6E2M3FN) + 1;
  if (!isKnown || (!shape.isTuple() && primitiveTypeName(shape.elementType).empty()))
    return proto.file().error(proto.bytes(), "a shape has the unknown element type ", type);
  if (!shape.isTuple()) {
    LZ_RETURN_IF_ERROR(readArray(proto, shape));
    return shape;
  }
  for (std::string_view element : proto.texts(ShapeProto::TupleShapes)) {
    LZ_ASSIGN_OR_RETURN(Message message, Message::parse(proto.file(), element));
    LZ_ASSIGN_OR_RETURN(shape.tupleShapes.emplace_back(), readShape(message, depth + 1));
  }
  return shape;
}

StatusOr<HloLiteral> readLiteral(const Message& proto, int depth) {
  constexpr int kShape = 1, kTupleLiterals = 10;
  HloLiteral literal;
  LZ_ASSIGN_OR_RETURN(Message shape, proto.message(kShape));
  LZ_ASSIGN_OR_RETURN(literal.shape, readShape(shape, depth));
  if (!literal.shape.isTuple()) {
    LZ_RETURN_IF_ERROR(readElements(proto, literal));
    return literal;
  }
  for (std::string_view element : proto.texts(kTupleLiterals)) {
    LZ_ASSIGN_OR_RETURN(Message message, Message::parse(proto.file(), element));
    LZ_ASSIGN_OR_RETURN(literal.tupleLiterals.emplace_back(), readLiteral(message, depth + 1));
  }
  if (literal.tupleLiterals.size() != literal.shape.tupleShapes.size())
    return proto.file().error(proto.bytes(),
                              "the elements of a literal must have the shapes in its tuple shape");
  for (size_t i = 0; i < literal.tupleLiterals.size(); ++i)
    if (!sameWithoutLayout(literal.tupleLiterals[i].shape, literal.shape.tupleShapes[i]))
      return proto.file().error(
          proto.bytes(), "the elements of a literal must have the shapes in its tuple shape");
  return literal;
}

} // namespace lz::xla
