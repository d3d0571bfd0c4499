// dot_general and convolution. The two operands may have different element types (s8 x s16 -> s32),
// and the result may have another type than the operands (bf16 x bf16 -> f32). The caller may state
// the type of the result.
#include "base/DimSet.h"
#include "semantics/shape/Checks.h"
#include "spec/OpAttrs.inc.h"
#include "spec/Products.h"

namespace lz::shape {
namespace {

// Returns the element type of the result. If the caller states a type, it must be of the same kind
// (float, integer, ...) as the type of the products. If the caller states none, the result has the
// type of the products. Predicates may be counted in integers, but a sum of integers cannot be a
// predicate. As in XLA, the operands may have two different types of real numbers.
StatusOr<DType> resultDType(const Call& call) {
  const TensorType &lhs = call.operand(0), &rhs = call.operand(1);
  if (!canMultiply(lhs.dtype, rhs.dtype))
    return call.error("operands have different element types: ", both(lhs, rhs),
                      "; convert one of them with convert");
  const DType product = productType(lhs.dtype, rhs.dtype);
  if (!call.stated() || !isValid(call.stated()->dtype))
    return product;
  DType to = call.stated()->dtype;
  if (isFloat(product) != isFloat(to) || isComplex(product) != isComplex(to) ||
      (to == DType::Pred && product != DType::Pred))
    return call.error("cannot accumulate ", dtypeName(product), " in ", dtypeName(to),
                      "; convert the result with convert");
  return to;
}

struct DimPairs {
  std::string_view kind; // for example "contracting"
  absl::Span<const int64_t> lhs, rhs;
};

Status checkDimPairs(const Call& call, const DimPairs& pairs) {
  const TensorType &lhs = call.operand(0), &rhs = call.operand(1);
  if (pairs.lhs.size() != pairs.rhs.size())
    return call.error(pairs.kind, " dimensions of lhs ", dimsStr(pairs.lhs), " and of rhs ",
                      dimsStr(pairs.rhs), " must have the same length");
  for (size_t i = 0; i < pairs.lhs.size(); ++i) {
    int64_t l = pairs.lhs[i], r = pairs.rhs[i];
    if (lhs.dims[size_t(l)] != rhs.dims[size_t(r)])
      return call.error(pairs.kind, " dimension sizes differ: ", named("lhs", lhs), " dim ", l,
                        " is ", lhs.dims[size_t(l)], ", ", named("rhs", rhs), " dim ", r, " is ",
                        rhs.dims[size_t(r)], "; they must be equal");
  }
  return okStatus();
}

// Checks that batching and contracting dimensions are valid and all different.
Status checkUsedDims(const Call& call, std::string_view side, const TensorType& operand,
                     absl::Span<const int64_t> batching, absl::Span<const int64_t> contracting) {
  Ints all(batching.begin(), batching.end());
  all.insert(all.end(), contracting.begin(), contracting.end());
  return checkDimList(call, absl::StrCat(part(side), " batching and contracting dimensions"), all,
                      operand.rank(), side);
}

void appendFreeDims(Dims& dims, const TensorType& operand, absl::Span<const int64_t> batching,
                    absl::Span<const int64_t> contracting) {
  DimSet named(operand.rank(), {batching, contracting});
  for (int64_t d = 0; d < operand.rank(); ++d)
    if (!named.contains(d))
      dims.push_back(operand.dims[size_t(d)]);
}

} // namespace

// The result has the batching dims, the free dims of lhs, and the free dims of rhs.
Status inferDotGeneral(const Call& call, TypeList& results) {
  const TensorType &lhs = call.operand(0), &rhs = call.operand(1);
  DotGeneralAttrs attrs(call.attrs());
  DimPairs batching{"batching", attrs.lhsBatchingDimensions(), attrs.rhsBatchingDimensions()};
  DimPairs contracting{"contracting", attrs.lhsContractingDimensions(),
                       attrs.rhsContractingDimensions()};
  LZ_RETURN_IF_ERROR(checkUsedDims(call, "lhs", lhs, batching.lhs, contracting.lhs));
  LZ_RETURN_IF_ERROR(checkUsedDims(call, "rhs", rhs, batching.rhs, contracting.rhs));
  LZ_RETURN_IF_ERROR(checkDimPairs(call, batching));
  LZ_RETURN_IF_ERROR(checkDimPairs(call, contracting));
  LZ_ASSIGN_OR_RETURN(DType dtype, resultDType(call));
  TensorType result{dtype, {}};
  for (int64_t d : batching.lhs)
    result.dims.push_back(lhs.dims[size_t(d)]);
  appendFreeDims(result.dims, lhs, batching.lhs, contracting.lhs);
  appendFreeDims(result.dims, rhs, batching.rhs, contracting.rhs);
  results.push_back(std::move(result));
  return okStatus();
}

namespace {

// The dimensions of a tensor by their roles. `batch` of the kernel is its output feature dimension.
struct ConvDims {
  int64_t batch, feature;
  absl::Span<const int64_t> spatial;
};

Status checkConvDims(const Call& call, std::string_view of, const ConvDims& dims,
                     std::string_view spatialName, int64_t rank) {
  LZ_RETURN_IF_ERROR(checkLength(call, spatialName, dims.spatial, rank - 2,
                                 "the rank without batch and feature dimension"));
  Ints all = {dims.batch, dims.feature};
  all.insert(all.end(), dims.spatial.begin(), dims.spatial.end());
  return checkDimList(call, absl::StrCat("dimension numbers of the ", part(of)), all, rank, of);
}

Status checkDivisible(const Call& call, std::string_view what, int64_t size, std::string_view by,
                      int64_t groups) {
  if (size % groups == 0)
    return okStatus();
  return call.error(what, " ", size, " is not divisible by ", by, " ", groups);
}

// Feature groups divide the features of lhs. Batch groups divide the batch of lhs. Groups of both
// kinds divide the output features.
Status checkGroups(const Call& call, const ConvDims& input, const ConvDims& kernel) {
  const TensorType &lhs = call.operand(0), &rhs = call.operand(1);
  ConvolutionAttrs attrs(call.attrs());
  int64_t featureGroups = attrs.featureGroupCount(), batchGroups = attrs.batchGroupCount();
  if (featureGroups <= 0 || batchGroups <= 0)
    return call.error("feature_group_count ", featureGroups, " and batch_group_count ", batchGroups,
                      " must be positive");
  if (featureGroups > 1 && batchGroups > 1)
    return call.error("feature_group_count ", featureGroups, " and batch_group_count ", batchGroups,
                      " must not both be larger than 1");
  int64_t features = lhs.dims[size_t(input.feature)], outputs = rhs.dims[size_t(kernel.batch)];
  LZ_RETURN_IF_ERROR(checkDivisible(call, "the batch size", lhs.dims[size_t(input.batch)],
                                    "batch_group_count", batchGroups));
  LZ_RETURN_IF_ERROR(checkDivisible(call, "the input feature size", features, "feature_group_count",
                                    featureGroups));
  LZ_RETURN_IF_ERROR(checkDivisible(call, "the kernel's output feature size", outputs,
                                    "feature_group_count", featureGroups));
  LZ_RETURN_IF_ERROR(checkDivisible(call, "the kernel's output feature size", outputs,
                                    "batch_group_count", batchGroups));
  if (rhs.dims[size_t(kernel.feature)] != features / featureGroups)
    return call.error("the kernel's input feature size must be ", features / featureGroups, " (",
                      named("lhs", lhs), " dim ", input.feature, " over ", featureGroups,
                      " groups), but ", named("rhs", rhs), " dim ", kernel.feature, " is ",
                      rhs.dims[size_t(kernel.feature)]);
  return okStatus();
}

} // namespace

Status inferConvolution(const Call& call, TypeList& results) {
  const TensorType &lhs = call.operand(0), &rhs = call.operand(1);
  if (lhs.rank() != rhs.rank() || lhs.rank() < 2)
    return call.error("lhs and rhs must have the same rank >= 2: ", both(lhs, rhs));
  ConvolutionAttrs attrs(call.attrs());
  ConvDims input{attrs.inputBatchDimension(), attrs.inputFeatureDimension(),
                 attrs.inputSpatialDimensions()};
  ConvDims kernel{attrs.kernelOutputFeatureDimension(), attrs.kernelInputFeatureDimension(),
                  attrs.kernelSpatialDimensions()};
  ConvDims output{attrs.outputBatchDimension(), attrs.outputFeatureDimension(),
                  attrs.outputSpatialDimensions()};
  int64_t rank = lhs.rank();
  LZ_RETURN_IF_ERROR(checkConvDims(call, "lhs", input, "input_spatial_dimensions", rank));
  LZ_RETURN_IF_ERROR(checkConvDims(call, "rhs", kernel, "kernel_spatial_dimensions", rank));
  LZ_RETURN_IF_ERROR(checkConvDims(call, "result", output, "output_spatial_dimensions", rank));
  LZ_RETURN_IF_ERROR(checkGroups(call, input, kernel));
  Ints sizes;
  for (int64_t d : kernel.spatial)
    sizes.push_back(rhs.dims[size_t(d)]);
  LZ_ASSIGN_OR_RETURN(Window window,
                      makeWindow(call, {.sizes = sizes,
                                        .strides = attrs.windowStrides().given(),
                                        .padding = attrs.padding().given(),
                                        .baseDilations = attrs.lhsDilation().given(),
                                        .windowDilations = attrs.rhsDilation().given(),
                                        .baseDilationName = "lhs_dilation",
                                        .windowDilationName = "rhs_dilation"}));
  LZ_RETURN_IF_ERROR(checkLength(call, "window_reversal", attrs.windowReversal().given(),
                                 int64_t(sizes.size()), "one for each spatial dimension",
                                 /*optional=*/true));
  LZ_ASSIGN_OR_RETURN(DType dtype, resultDType(call));
  TensorType result{dtype, Dims(lhs.dims.size())};
  result.dims[size_t(output.batch)] = lhs.dims[size_t(input.batch)] / attrs.batchGroupCount();
  result.dims[size_t(output.feature)] = rhs.dims[size_t(kernel.batch)];
  for (size_t d = 0; d < window.size(); ++d) {
    LZ_ASSIGN_OR_RETURN(result.dims[size_t(output.spatial[d])],
                        windowOutput(call, lhs.dims[size_t(input.spatial[d])], window[d]));
  }
  results.push_back(std::move(result));
  return okStatus();
}

} // namespace lz::shape
