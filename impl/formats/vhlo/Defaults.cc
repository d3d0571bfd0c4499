#include "formats/vhlo/Defaults.h"

#include "hlo/ir/Dialect.h"

namespace lz::formats {
namespace {

enum class Default : uint8_t {
  False,
  NoText,
  NoList,
  Ones,    // 1 for each dimension of the window
  Zeros,   // two zeros for each dimension of the window
  NoFlags, // false for each dimension of the window
  NoType,
  Precisions, // DEFAULT for both operands
  NoOrder,    // compare: the order that follows from the type
  Original,   // custom calls: the first version of their API
};
struct Entry {
  llvm::StringLiteral name;
  Default value;
};
constexpr Entry kDefaults[] = {
    {"accumulation_type", Default::NoType},
    {"allow_imprecise_accumulation", Default::NoType},
    {"api_version", Default::Original},
    {"backend_config", Default::NoText},
    {"base_dilations", Default::Ones},
    {"compare_type", Default::NoOrder},
    {"has_side_effect", Default::False},
    {"indices_are_sorted", Default::False},
    {"is_stable", Default::False},
    {"lhs_component_count", Default::NoType},
    {"lhs_dilation", Default::Ones},
    {"lhs_precision_type", Default::NoType},
    {"lower", Default::False},
    {"num_primitive_operations", Default::NoType},
    {"padding", Default::Zeros},
    {"precision_config", Default::Precisions},
    {"rhs_component_count", Default::NoType},
    {"rhs_dilation", Default::Ones},
    {"rhs_precision_type", Default::NoType},
    {"unique_indices", Default::False},
    {"window_dilations", Default::Ones},
    {"window_dimensions", Default::Ones},
    {"window_reversal", Default::NoFlags},
    {"window_strides", Default::Ones},
};

// Returns how many dimensions the window of the op has.
size_t windowRank(mlir::Operation& op) {
  const auto rank = size_t(mlir::cast<mlir::ShapedType>(op.getOperand(0).getType()).getRank());
  // The batch and feature dimensions do not count.
  return mlir::isa<hlo::ConvolutionOp>(op) ? rank - 2 : rank;
}

} // namespace

uint64_t defaultOf(VhloEncoder& encode, mlir::Operation& op, llvm::StringRef name) {
  if (name == "dimension") // sort may omit it; -1 is the last dimension
    return encode.number(-1, 64);
  const Entry* entry = llvm::find_if(kDefaults, [&](const Entry& e) { return e.name == name; });
  switch (entry == std::end(kDefaults) ? Default::NoList : entry->value) {
  case Default::False:
    return encode.flag(false);
  case Default::NoText:
    return encode.text("");
  case Default::NoList:
    return encode.list({});
  case Default::Ones:
    return encode.numbers(llvm::SmallVector<int64_t>(windowRank(op), 1));
  case Default::Zeros:
    return encode.pairs(llvm::SmallVector<int64_t>(2 * windowRank(op), 0));
  case Default::NoFlags:
    return encode.flags(llvm::SmallVector<int64_t>(windowRank(op), 0));
  case Default::NoType:
    return encode.typeAttr(encode.noType());
  case Default::Precisions: {
    const uint64_t precision = encode.enumeration(11, 0);
    return encode.list({precision, precision});
  }
  case Default::NoOrder:
    return encode.enumeration(4, 0);
  case Default::Original:
    return encode.enumeration(5, 1);
  }
  return 0;
}

} // namespace lz::formats
