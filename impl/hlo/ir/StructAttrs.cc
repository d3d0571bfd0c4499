#include "hlo/ir/StructAttrs.h"

#include "hlo/ir/Dialect.h"

namespace lz::hlo {
namespace {

// Where a struct attribute stands in its op, its fields, and how to read and make it. Fields of a
// new one come in the order of `fields`.
struct StructInfo {
  llvm::StringRef irName;
  llvm::ArrayRef<llvm::StringRef> fields;
  std::optional<AttrValue> (*get)(mlir::Attribute attr, size_t field);
  mlir::Attribute (*make)(mlir::MLIRContext* context, llvm::ArrayRef<AttrValue> values);
};

AttrValue list(llvm::ArrayRef<int64_t> dims) {
  return Ints(dims.begin(), dims.end());
}

llvm::ArrayRef<int64_t> listOf(const AttrValue& value) {
  const Ints* ints = std::get_if<Ints>(&value);
  return ints ? llvm::ArrayRef<int64_t>(*ints) : llvm::ArrayRef<int64_t>();
}

int64_t intOf(const AttrValue& value) {
  const int64_t* number = std::get_if<int64_t>(&value);
  return number ? *number : 0;
}

const llvm::StringRef kDotFields[] = {"lhs_batching_dimensions", "rhs_batching_dimensions",
                                      "lhs_contracting_dimensions", "rhs_contracting_dimensions"};

std::optional<AttrValue> getDot(mlir::Attribute attr, size_t field) {
  auto dot = mlir::dyn_cast<DotDimensionNumbersAttr>(attr);
  if (!dot)
    return std::nullopt;
  switch (field) {
  case 0:
    return list(dot.getLhsBatchingDimensions());
  case 1:
    return list(dot.getRhsBatchingDimensions());
  case 2:
    return list(dot.getLhsContractingDimensions());
  default:
    return list(dot.getRhsContractingDimensions());
  }
}

mlir::Attribute makeDot(mlir::MLIRContext* context, llvm::ArrayRef<AttrValue> v) {
  return DotDimensionNumbersAttr::get(context, listOf(v[0]), listOf(v[1]), listOf(v[2]),
                                      listOf(v[3]));
}

const llvm::StringRef kGatherFields[] = {"offset_dims",           "collapsed_slice_dims",
                                         "operand_batching_dims", "start_indices_batching_dims",
                                         "start_index_map",       "index_vector_dim"};

std::optional<AttrValue> getGather(mlir::Attribute attr, size_t field) {
  auto gather = mlir::dyn_cast<GatherDimensionNumbersAttr>(attr);
  if (!gather)
    return std::nullopt;
  switch (field) {
  case 0:
    return list(gather.getOffsetDims());
  case 1:
    return list(gather.getCollapsedSliceDims());
  case 2:
    return list(gather.getOperandBatchingDims());
  case 3:
    return list(gather.getStartIndicesBatchingDims());
  case 4:
    return list(gather.getStartIndexMap());
  default:
    return gather.getIndexVectorDim();
  }
}

mlir::Attribute makeGather(mlir::MLIRContext* context, llvm::ArrayRef<AttrValue> v) {
  return GatherDimensionNumbersAttr::get(context, listOf(v[0]), listOf(v[1]), listOf(v[2]),
                                         listOf(v[3]), listOf(v[4]), intOf(v[5]));
}

const llvm::StringRef kScatterFields[] = {
    "update_window_dims",           "inserted_window_dims",
    "input_batching_dims",          "scatter_indices_batching_dims",
    "scatter_dims_to_operand_dims", "index_vector_dim"};

std::optional<AttrValue> getScatter(mlir::Attribute attr, size_t field) {
  auto scatter = mlir::dyn_cast<ScatterDimensionNumbersAttr>(attr);
  if (!scatter)
    return std::nullopt;
  switch (field) {
  case 0:
    return list(scatter.getUpdateWindowDims());
  case 1:
    return list(scatter.getInsertedWindowDims());
  case 2:
    return list(scatter.getInputBatchingDims());
  case 3:
    return list(scatter.getScatterIndicesBatchingDims());
  case 4:
    return list(scatter.getScatterDimsToOperandDims());
  default:
    return scatter.getIndexVectorDim();
  }
}

mlir::Attribute makeScatter(mlir::MLIRContext* context, llvm::ArrayRef<AttrValue> v) {
  return ScatterDimensionNumbersAttr::get(context, listOf(v[0]), listOf(v[1]), listOf(v[2]),
                                          listOf(v[3]), listOf(v[4]), intOf(v[5]));
}

const llvm::StringRef kConvFields[] = {
    "input_batch_dimension",           "input_feature_dimension",
    "input_spatial_dimensions",        "kernel_input_feature_dimension",
    "kernel_output_feature_dimension", "kernel_spatial_dimensions",
    "output_batch_dimension",          "output_feature_dimension",
    "output_spatial_dimensions"};

std::optional<AttrValue> getConv(mlir::Attribute attr, size_t field) {
  auto conv = mlir::dyn_cast<ConvDimensionNumbersAttr>(attr);
  if (!conv)
    return std::nullopt;
  switch (field) {
  case 0:
    return conv.getInputBatchDimension();
  case 1:
    return conv.getInputFeatureDimension();
  case 2:
    return list(conv.getInputSpatialDimensions());
  case 3:
    return conv.getKernelInputFeatureDimension();
  case 4:
    return conv.getKernelOutputFeatureDimension();
  case 5:
    return list(conv.getKernelSpatialDimensions());
  case 6:
    return conv.getOutputBatchDimension();
  case 7:
    return conv.getOutputFeatureDimension();
  default:
    return list(conv.getOutputSpatialDimensions());
  }
}

mlir::Attribute makeConv(mlir::MLIRContext* context, llvm::ArrayRef<AttrValue> v) {
  return ConvDimensionNumbersAttr::get(context, intOf(v[0]), intOf(v[1]), listOf(v[2]), intOf(v[3]),
                                       intOf(v[4]), listOf(v[5]), intOf(v[6]), intOf(v[7]),
                                       listOf(v[8]));
}

const StructInfo kStructs[] = {
    {"dot_dimension_numbers", kDotFields, getDot, makeDot},
    {"dimension_numbers", kGatherFields, getGather, makeGather},
    {"scatter_dimension_numbers", kScatterFields, getScatter, makeScatter},
    {"dimension_numbers", kConvFields, getConv, makeConv},
};

} // namespace

AttrValue structField(mlir::DictionaryAttr attrs, llvm::StringRef name) {
  for (const StructInfo& info : kStructs) {
    const auto* field = llvm::find(info.fields, name);
    mlir::Attribute attr = field == info.fields.end() ? mlir::Attribute() : attrs.get(info.irName);
    if (!attr)
      continue;
    if (std::optional<AttrValue> value = info.get(attr, size_t(field - info.fields.begin())))
      return *std::move(value);
  }
  return {};
}

void addStructAttrs(mlir::MLIRContext* context,
                    llvm::function_ref<const AttrValue*(llvm::StringRef)> valueOf,
                    llvm::StringSet<>& taken, mlir::NamedAttrList& result) {
  for (const StructInfo& info : kStructs) {
    llvm::SmallVector<AttrValue> values;
    for (llvm::StringRef field : info.fields)
      if (const AttrValue* value = valueOf(field))
        values.push_back(*value);
    if (values.size() != info.fields.size())
      continue;
    taken.insert(info.fields.begin(), info.fields.end());
    result.set(info.irName, info.make(context, values));
    return;
  }
}

} // namespace lz::hlo
