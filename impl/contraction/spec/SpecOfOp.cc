#include "contraction/spec/SpecOfOp.h"

#include "base/DimSet.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::contraction {
namespace {

ArrayLayout rowMajor(const TensorType& type) {
  return {type, rowMajorStrides(type.dims)};
}

Axis axisOf(absl::Span<const int64_t> dims, const ArrayLayout& array) {
  Axis axis;
  for (int64_t d : dims)
    axis.push_back({array.type.dims[size_t(d)], array.strides[size_t(d)]});
  return axis;
}

// Returns the dimensions that are neither in `batch` nor in `contracted`, in order.
Ints freeDims(int64_t rank, absl::Span<const int64_t> batch, absl::Span<const int64_t> contracted) {
  Ints result;
  DimSet named(rank, {batch, contracted});
  for (int64_t d = 0; d < rank; ++d)
    if (!named.contains(d))
      result.push_back(d);
  return result;
}

Ints iotaDims(size_t first, size_t count) {
  Ints dims(count);
  for (size_t i = 0; i < count; ++i)
    dims[i] = int64_t(first + i);
  return dims;
}

void setExtents(ContractionSpec& spec) {
  spec.batch = points(spec.outBatch);
  spec.m = points(spec.outM);
  spec.n = points(spec.outN);
}

ContractionSpec dotGeneral(const Op& op, const ArrayLayout& lhs, const ArrayLayout& rhs,
                           const TensorType& resultType) {
  DotGeneralAttrs attrs(op.attrs);
  auto lhsBatch = attrs.lhsBatchingDimensions(), rhsBatch = attrs.rhsBatchingDimensions();
  auto lhsK = attrs.lhsContractingDimensions(), rhsK = attrs.rhsContractingDimensions();
  Ints lhsFree = freeDims(lhs.type.rank(), lhsBatch, lhsK);
  Ints rhsFree = freeDims(rhs.type.rank(), rhsBatch, rhsK);
  ContractionSpec spec;
  spec.lhs = {lhs.type.dtype, axisOf(lhsBatch, lhs), axisOf(lhsFree, lhs), axisOf(lhsK, lhs), {}};
  spec.rhs = {rhs.type.dtype, axisOf(rhsBatch, rhs), axisOf(rhsFree, rhs), axisOf(rhsK, rhs), {}};
  // The result has the batch dims, then the free dims of lhs, then those of rhs.
  size_t b = lhsBatch.size(), m = lhsFree.size(), n = rhsFree.size();
  const ArrayLayout result = rowMajor(resultType);
  spec.outBatch = axisOf(iotaDims(0, b), result);
  spec.outM = axisOf(iotaDims(b, m), result);
  spec.outN = axisOf(iotaDims(b + m, n), result);
  setExtents(spec);
  spec.k = points(spec.lhs.k);
  return spec;
}

// Splits a dimension into two parts: {groups, size / groups}.
std::pair<AxisPart, AxisPart> grouped(const ArrayLayout& array, int64_t dim, int64_t groups) {
  int64_t stride = array.strides[size_t(dim)];
  int64_t each = array.type.dims[size_t(dim)] / groups;
  return {{groups, each * stride}, {each, stride}};
}

// Describes a convolution by implicit GEMM: m = batch x output positions, n = output features, k =
// input features x filter taps. Groups become the batch of the contraction. lhs has the windows,
// which are gathered when it is packed.
StatusOr<ContractionSpec> convolution(const Op& op, const ArrayLayout& inputArray,
                                      const ArrayLayout& kernelArray, const TensorType& result) {
  const TensorType &input = inputArray.type, &kernel = kernelArray.type;
  ConvolutionAttrs attrs(op.attrs);
  int64_t featureGroups = attrs.featureGroupCount(), batchGroups = attrs.batchGroupCount();
  int64_t groups = featureGroups * batchGroups; // one of the two is 1
  int64_t inputFeature = attrs.inputFeatureDimension();
  int64_t kernelOut = attrs.kernelOutputFeatureDimension();
  auto inputSpatial = attrs.inputSpatialDimensions();
  auto kernelSpatial = attrs.kernelSpatialDimensions();
  auto outputSpatial = attrs.outputSpatialDimensions();
  auto [batchGroup, batchEach] = grouped(inputArray, attrs.inputBatchDimension(), batchGroups);
  auto [featureGroup, featureEach] = grouped(inputArray, inputFeature, featureGroups);
  if (featureEach.extent == 1)
    featureEach.stride = 1; // counts as contiguous, so it may come last
  auto [kernelGroup, kernelEach] = grouped(kernelArray, kernelOut, groups);
  auto [outGroup, outEach] = grouped(rowMajor(result), attrs.outputFeatureDimension(), groups);
  const Dims &inputStrides = inputArray.strides, &kernelStrides = kernelArray.strides;
  const Dims outputStrides = rowMajorStrides(result.dims);

  ContractionSpec spec;
  spec.lhs.dtype = input.dtype;
  spec.rhs.dtype = kernel.dtype;
  spec.lhs.batch = {batchGroups > 1 ? batchGroup : featureGroup};
  spec.rhs.batch = {kernelGroup};
  spec.outBatch = {outGroup};
  spec.lhs.rows = {batchEach};
  spec.lhs.k = {featureEach};
  spec.rhs.rows = {kernelEach};
  spec.outN = {outEach};
  spec.k = featureEach.extent;
  for (size_t i = 0; i < inputSpatial.size(); ++i) {
    if (attrs.windowReversal()[i] != 0)
      return unimplemented("[convolution] window_reversal is not supported by the compiler; "
                           "reverse the filter with the op `reverse`");
    size_t in = size_t(inputSpatial[i]), tap = size_t(kernelSpatial[i]),
           out = size_t(outputSpatial[i]);
    WindowAxis w;
    w.outExtent = result.dims[out];
    w.tapExtent = kernel.dims[tap];
    w.outStride = attrs.windowStrides()[i];
    w.tapStride = attrs.rhsDilation()[i];
    w.padLow = attrs.padding()[2 * i];
    w.baseDilation = attrs.lhsDilation()[i];
    w.inputExtent = input.dims[in];
    w.elementStride = inputStrides[in];
    spec.lhs.window.push_back(w);
    spec.rhs.k.push_back({w.tapExtent, kernelStrides[tap]});
    spec.outM.push_back({w.outExtent, outputStrides[out]});
    spec.k *= w.tapExtent;
  }
  // The contiguous part comes last, so that packing copies runs of elements.
  auto isInner = [&](const AxisPart& part) {
    return std::all_of(spec.lhs.window.begin(), spec.lhs.window.end(),
                       [&](const WindowAxis& w) { return part.stride < w.elementStride; });
  };
  auto insert = [](Axis& axis, bool last, AxisPart part) {
    axis.insert(last ? axis.end() : axis.begin(), part);
  };
  spec.lhs.plainRowsLast = isInner(batchEach);
  spec.lhs.plainKLast = featureEach.extent == 1 || isInner(featureEach);
  size_t kernelIn = size_t(attrs.kernelInputFeatureDimension());
  insert(spec.rhs.k, spec.lhs.plainKLast, {kernel.dims[kernelIn], kernelStrides[kernelIn]});
  insert(spec.outM, spec.lhs.plainRowsLast,
         {batchEach.extent, outputStrides[size_t(attrs.outputBatchDimension())]});
  setExtents(spec);
  return spec;
}

} // namespace

StatusOr<ContractionSpec> specOf(const Op& op, const ArrayLayout& lhsArray,
                                 const ArrayLayout& rhsArray, const TensorType& result) {
  const TensorType &lhs = lhsArray.type, &rhs = rhsArray.type;
  bool floats = isFloat(lhs.dtype) && isFloat(rhs.dtype) && isFloat(result.dtype);
  // The pass PromoteOperands has converted the operands to f64 if the result is f64.
  bool promoted =
      result.dtype != DType::F64 || (lhs.dtype == DType::F64 && rhs.dtype == DType::F64);
  // The pass LegalizeContractions has replaced all other products of integers.
  bool integers = op.opcode == Opcode::DotGeneral && lhs.dtype == DType::S16 &&
                  rhs.dtype == DType::S16 && result.dtype == DType::S32;
  if ((!floats || !promoted) && !integers)
    return unimplemented("[", std::string(opInfo(op.opcode).name), "] of ", lhs.str(), " and ",
                         rhs.str(), " to ", result.str(), " cannot be compiled");
  ContractionSpec spec;
  if (op.opcode == Opcode::DotGeneral) {
    spec = dotGeneral(op, lhsArray, rhsArray, result);
  } else {
    LZ_ASSIGN_OR_RETURN(spec, convolution(op, lhsArray, rhsArray, result));
  }
  bool wide = lhs.dtype == DType::F64 || rhs.dtype == DType::F64 || result.dtype == DType::F64;
  spec.compute = integers ? DType::S32 : wide ? DType::F64 : DType::F32;
  spec.outType = result.dtype;
  return spec;
}

} // namespace lz::contraction
