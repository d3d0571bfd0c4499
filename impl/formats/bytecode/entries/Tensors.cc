// Reads types and constants that several dialects encode in the same way.
#include "formats/bytecode/entries/Dialects.h"
#include "hlo/ir/Dialect.h"
#include "hlo/ir/SmallFloatType.h"
#include "hlo/ir/TypeBridge.h"

namespace lz::formats {
namespace {

// Returns the number of elements of a type, or nullopt if the elements do not fit into memory.
std::optional<uint64_t> countOf(llvm::ArrayRef<int64_t> dims) {
  if (llvm::is_contained(dims, 0))
    return 0;
  uint64_t count = 1;
  for (int64_t dim : dims) {
    if (mlir::ShapedType::isDynamic(dim) || uint64_t(dim) > (uint64_t{1} << 48) / count)
      return std::nullopt;
    count *= uint64_t(dim);
  }
  return count;
}

// Returns how many bytes an element takes in MLIR's constants, or 0 if MLIR's constants cannot have
// this type.
uint64_t storageOf(mlir::Type element) {
  if (auto complex = mlir::dyn_cast<mlir::ComplexType>(element))
    return 2 * storageOf(complex.getElementType());
  if (mlir::isa<hlo::SmallFloatType>(element))
    return 1;
  if (element.isIndex())
    return 8;
  return element.isIntOrFloat() ? (element.getIntOrFloatBitWidth() + 7) / 8 : 0;
}

// Reads predicates. The data has eight predicates per byte, one byte per predicate, or one byte for
// all.
mlir::Attribute predicatesOf(mlir::RankedTensorType type, llvm::StringRef data, uint64_t count) {
  if (data.size() == 1 && (count > 8 || uint8_t(data[0]) == 0xff))
    return mlir::DenseElementsAttr::get(type, data[0] != 0);
  llvm::SmallVector<bool> values(count);
  for (uint64_t i = 0; i < count; ++i)
    values[i] = data.size() == count ? data[i] != 0 : (data[i / 8] >> (i % 8)) & 1;
  return mlir::DenseElementsAttr::get(type, values);
}

mlir::Attribute codesOf(EntryCursor& in, mlir::RankedTensorType type, llvm::StringRef data,
                        bool isSplat) {
  auto bytes = mlir::IntegerType::get(in.context(), 8, mlir::IntegerType::Unsigned);
  auto codes = mlir::DenseElementsAttr::getFromRawBuffer(type.clone(bytes),
                                                         {data.data(), isSplat ? 1 : data.size()});
  StatusOr<mlir::ElementsAttr> constant =
      hlo::constantOfCodes(in.context(), hlo::fromIr(type), codes);
  if (!constant.ok())
    in.fail(llvm::StringRef(std::string(constant.status().message())));
  return constant.ok() ? mlir::Attribute(*constant) : mlir::Attribute();
}

} // namespace

mlir::Attribute denseOf(EntryCursor& in, mlir::Type type, llvm::StringRef data) {
  if (!in.ok())
    return {};
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  const std::optional<uint64_t> count =
      tensor ? countOf(tensor.getShape()) : std::optional<uint64_t>();
  const uint64_t bytes = tensor ? storageOf(tensor.getElementType()) : 0;
  if (!count || bytes == 0) {
    in.fail("a constant has a type that cannot have constants; the file is damaged");
    return {};
  }
  const bool isPredicate = tensor.getElementType().isInteger(1);
  const bool isPacked = isPredicate && data.size() == (*count + 7) / 8;
  const bool isSplat = data.size() == bytes; // a splat of no elements has bytes, too
  if (!isPacked && !isSplat && data.size() != *count * bytes) {
    in.fail("a constant of " + llvm::Twine(*count) + " elements cannot have " +
            llvm::Twine(data.size()) + " bytes; the file is damaged");
    return {};
  }
  if (*count == 0)
    return mlir::DenseElementsAttr::get(tensor, llvm::ArrayRef<mlir::Attribute>());
  if (isPredicate)
    return predicatesOf(tensor, data, *count);
  if (mlir::isa<hlo::SmallFloatType>(tensor.getElementType()))
    return codesOf(in, tensor, data, isSplat);
  return mlir::DenseElementsAttr::getFromRawBuffer(tensor, {data.data(), data.size()});
}

mlir::Type readTensorType(EntryCursor& in, mlir::Attribute encoding) {
  llvm::SmallVector<int64_t> dims = in.signedVarints();
  mlir::Type element = in.type();
  if (!in.ok())
    return {};
  for (int64_t dim : dims)
    if (dim < 0 && !mlir::ShapedType::isDynamic(dim))
      in.fail("a dimension cannot have " + llvm::Twine(dim) + " elements; the file is damaged");
  if (in.ok() && !mlir::TensorType::isValidElementType(element))
    in.fail("the element type of a tensor is not valid; the file is damaged");
  return in.ok() ? mlir::RankedTensorType::get(dims, element, encoding) : mlir::Type();
}

mlir::Type readComplexType(EntryCursor& in) {
  mlir::Type part = in.type();
  if (in.ok() && !part.isIntOrFloat())
    in.fail("the parts of a complex type are not numbers; the file is damaged");
  return in.ok() ? mlir::ComplexType::get(part) : mlir::Type();
}

mlir::Type readFunctionType(EntryCursor& in) {
  llvm::SmallVector<mlir::Type> inputs = in.types(), results = in.types();
  return in.ok() ? mlir::FunctionType::get(in.context(), inputs, results) : mlir::Type();
}

mlir::Type readFutureType(EntryCursor& in) {
  llvm::SmallVector<mlir::Type> types = in.types();
  return in.ok() ? hlo::FutureType::get(in.context(), types) : mlir::Type();
}

} // namespace lz::formats
