#include "formats/vhlo/Convert.h"
#include "hlo/ir/Dialect.h"

namespace lz::formats {
namespace {

// Reads the fields of a struct. In vhlo the fields are separate attributes of the op. A missing
// field, such as the batching dimensions in files before 1.1.0, is empty or 0.
class DimensionFields {
public:
  explicit DimensionFields(mlir::NamedAttrList& attributes) : attributes_(attributes) {}
  llvm::SmallVector<int64_t> list(llvm::StringRef name) {
    return takeList(attributes_, name).value_or(llvm::SmallVector<int64_t>());
  }
  int64_t number(llvm::StringRef name) { return takeNumber(attributes_, name).value_or(0); }

private:
  mlir::NamedAttrList& attributes_;
};

mlir::Attribute dotDimensions(mlir::MLIRContext* context, DimensionFields f) {
  return hlo::DotDimensionNumbersAttr::get(
      context, f.list("lhs_batching_dimensions"), f.list("rhs_batching_dimensions"),
      f.list("lhs_contracting_dimensions"), f.list("rhs_contracting_dimensions"));
}

mlir::Attribute gatherDimensions(mlir::MLIRContext* context, DimensionFields f) {
  return hlo::GatherDimensionNumbersAttr::get(
      context, f.list("offset_dims"), f.list("collapsed_slice_dims"),
      f.list("operand_batching_dims"), f.list("start_indices_batching_dims"),
      f.list("start_index_map"), f.number("index_vector_dim"));
}

mlir::Attribute scatterDimensions(mlir::MLIRContext* context, DimensionFields f) {
  return hlo::ScatterDimensionNumbersAttr::get(
      context, f.list("update_window_dims"), f.list("inserted_window_dims"),
      f.list("input_batching_dims"), f.list("scatter_indices_batching_dims"),
      f.list("scatter_dims_to_operand_dims"), f.number("index_vector_dim"));
}

mlir::Attribute convDimensions(mlir::MLIRContext* context, DimensionFields f) {
  return hlo::ConvDimensionNumbersAttr::get(
      context, f.number("input_batch_dimension"), f.number("input_feature_dimension"),
      f.list("input_spatial_dimensions"), f.number("kernel_input_feature_dimension"),
      f.number("kernel_output_feature_dimension"), f.list("kernel_spatial_dimensions"),
      f.number("output_batch_dimension"), f.number("output_feature_dimension"),
      f.list("output_spatial_dimensions"));
}

struct Struct {
  llvm::StringLiteral op, attribute;
  mlir::Attribute (*make)(mlir::MLIRContext* context, DimensionFields fields);
};
constexpr Struct kStructs[] = {
    {"dot_general", "dot_dimension_numbers", dotDimensions},
    {"gather", "dimension_numbers", gatherDimensions},
    {"dynamic_gather", "dimension_numbers", gatherDimensions},
    {"scatter", "scatter_dimension_numbers", scatterDimensions},
    {"convolution", "dimension_numbers", convDimensions},
    {"dynamic_conv", "dimension_numbers", convDimensions},
};

} // namespace

void convertDimensions(llvm::StringRef op, mlir::NamedAttrList& attributes) {
  const Struct* found = llvm::find_if(kStructs, [&](const Struct& s) { return s.op == op; });
  if (found == std::end(kStructs))
    return;
  mlir::MLIRContext* context = attributes.begin()->getName().getContext();
  attributes.set(found->attribute, found->make(context, DimensionFields(attributes)));
}

} // namespace lz::formats
