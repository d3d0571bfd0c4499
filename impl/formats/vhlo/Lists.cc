#include "formats/vhlo/Convert.h"

#include "mlir/IR/Builders.h"

namespace lz::formats {
namespace {

// A limit is necessary because dense<0> : tensor<1000000000xi64> is a short text.
constexpr int64_t kMaxNumbers = 1 << 16;

constexpr llvm::StringLiteral kLists[] = {"base_dilations",
                                          "broadcast_dimensions",
                                          "broadcast_sizes",
                                          "dimensions",
                                          "edge_padding_high",
                                          "edge_padding_low",
                                          "fft_length",
                                          "interior_padding",
                                          "known_expanding_dimensions",
                                          "lhs_dilation",
                                          "limit_indices",
                                          "known_nonexpanding_dimensions",
                                          "permutation",
                                          "rhs_dilation",
                                          "slice_sizes",
                                          "start_indices",
                                          "strides",
                                          "window_dilations",
                                          "window_dimensions",
                                          "window_strides"};
constexpr llvm::StringLiteral kDroppedIfEmpty[] = {"known_expanding_dimensions",
                                                   "known_nonexpanding_dimensions"};

mlir::DenseIntElementsAttr integersOf(mlir::Attribute attr) {
  auto dense = mlir::dyn_cast_or_null<mlir::DenseIntElementsAttr>(attr);
  if (!dense || dense.getType().getRank() != 1 || dense.getNumElements() > kMaxNumbers)
    return {};
  return dense;
}

} // namespace

std::optional<llvm::SmallVector<int64_t>> takeList(mlir::NamedAttrList& attributes,
                                                   llvm::StringRef name) {
  mlir::DenseIntElementsAttr dense = integersOf(attributes.get(name));
  if (!dense || !dense.getElementType().isInteger(64))
    return std::nullopt;
  attributes.erase(name);
  llvm::SmallVector<int64_t> numbers;
  for (const llvm::APInt& number : dense.getValues<llvm::APInt>())
    numbers.push_back(number.getSExtValue());
  return numbers;
}

std::optional<int64_t> takeNumber(mlir::NamedAttrList& attributes, llvm::StringRef name) {
  auto number = mlir::dyn_cast_or_null<mlir::IntegerAttr>(attributes.get(name));
  if (!number || number.getValue().getBitWidth() > 64)
    return std::nullopt;
  attributes.erase(name);
  return number.getValue().getSExtValue();
}

void convertLists(mlir::NamedAttrList& attributes) {
  for (llvm::StringRef name : kLists) {
    mlir::Attribute before = attributes.get(name);
    std::optional<llvm::SmallVector<int64_t>> list = takeList(attributes, name);
    if (list && (!list->empty() || !llvm::is_contained(kDroppedIfEmpty, name)))
      attributes.set(name, mlir::DenseI64ArrayAttr::get(before.getContext(), *list));
  }
  mlir::DenseIntElementsAttr flags = integersOf(attributes.get("window_reversal"));
  if (flags && flags.getElementType().isInteger(1)) {
    auto values = llvm::to_vector(flags.getValues<bool>());
    attributes.set("window_reversal", mlir::DenseBoolArrayAttr::get(flags.getContext(), values));
  }
}

} // namespace lz::formats
