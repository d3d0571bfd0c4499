// Ops that only move data.
#include "base/Checked.h"
#include "semantics/shape/Checks.h"
#include "spec/OpAttrs.inc.h"

namespace lz::shape {
namespace {

Status checkStatedShape(const Call& call) {
  if (!call.stated())
    return call.error("the result shape is missing");
  for (int64_t d : call.stated()->dims)
    if (d < 0)
      return call.error("the result shape ", dimsStr(call.stated()->dims), " has a negative size");
  return okStatus();
}

// Returns true for floats of 6 bits, because each takes a byte.
bool hasUnusedBits(DType dtype) {
  return isSmall(dtype) && storageBits(dtype) != bitWidth(dtype);
}

} // namespace

// Types of equal width keep the shape. f32 -> u8 appends a dimension of 4, u8 -> f32 removes it,
// and f32 -> i1 appends a dimension of 32.
Status inferBitcastConvert(const Call& call, TypeList& results) {
  if (!call.stated() || !isValid(call.stated()->dtype))
    return call.error("the element type of the result is missing");
  const TensorType& operand = call.operand(0);
  DType from = operand.dtype, to = call.stated()->dtype;
  if (isComplex(from) != isComplex(to))
    return call.error("cannot reinterpret ", dtypeName(from), " as ", dtypeName(to),
                      "; take the parts with real and imag, and join them with complex");
  TensorType result = operand;
  result.dtype = to;
  int64_t fromBits = bitWidth(from), toBits = bitWidth(to);
  if (fromBits != toBits && (hasUnusedBits(from) || hasUnusedBits(to)))
    return call.error("cannot reinterpret ", dtypeName(from), " as ", dtypeName(to),
                      ": floats of 6 bits have a byte each; use a type of 6 bits");
  if (fromBits > toBits)
    result.dims.push_back(fromBits / toBits);
  if (fromBits < toBits) {
    if (operand.rank() == 0 || operand.dims.back() != toBits / fromBits)
      return call.error("to reinterpret ", operand.str(), " as ", dtypeName(to),
                        " its last dimension must be ", toBits / fromBits);
    result.dims.pop_back();
  }
  results.push_back(std::move(result));
  return okStatus();
}

Status inferBroadcastInDim(const Call& call, TypeList& results) {
  LZ_RETURN_IF_ERROR(checkStatedShape(call));
  const TensorType& operand = call.operand(0);
  const Dims& shape = call.stated()->dims;
  auto dims = BroadcastInDimAttrs(call.attrs()).broadcastDimensions();
  LZ_RETURN_IF_ERROR(checkLength(call, "broadcast_dimensions", dims, operand.rank(),
                                 "one for each dimension of the operand"));
  LZ_RETURN_IF_ERROR(
      checkDimList(call, "broadcast_dimensions", dims, int64_t(shape.size()), "the result"));
  for (size_t i = 0; i < dims.size(); ++i) {
    int64_t size = operand.dims[i], target = shape[size_t(dims[i])];
    if (size != 1 && size != target)
      return call.errorAt(0, named("operand", operand), " dim ", i, " of size ", size,
                          " does not broadcast to dim ", dims[i], " of size ", target, " of ",
                          dimsStr(shape), "; it must be 1 or ", target);
  }
  results.push_back({operand.dtype, shape});
  return okStatus();
}

Status inferReshape(const Call& call, TypeList& results) {
  LZ_RETURN_IF_ERROR(checkStatedShape(call));
  const TensorType& operand = call.operand(0);
  TensorType result{operand.dtype, call.stated()->dims};
  // This check comes before numElements, because numElements must not overflow.
  if (Status valid = checkType(result); !valid.ok())
    return call.error("cannot reshape ", dimsStr(operand.dims), ": ", valid.message());
  if (operand.numElements() != result.numElements())
    return call.errorAt(0, "cannot reshape ", dimsStr(operand.dims), " with ",
                        operand.numElements(), " elements to ", dimsStr(result.dims), " with ",
                        result.numElements());
  results.push_back(std::move(result));
  return okStatus();
}

Status inferTranspose(const Call& call, TypeList& results) {
  const TensorType& operand = call.operand(0);
  auto permutation = TransposeAttrs(call.attrs()).permutation();
  LZ_RETURN_IF_ERROR(checkLength(call, "permutation", permutation, operand.rank(),
                                 "one for each dimension of the operand"));
  LZ_RETURN_IF_ERROR(checkDimList(call, "permutation", permutation, operand.rank(), "the operand"));
  TensorType result{operand.dtype, {}};
  for (int64_t p : permutation)
    result.dims.push_back(operand.dims[size_t(p)]);
  results.push_back(std::move(result));
  return okStatus();
}

Status inferReverse(const Call& call, TypeList& results) {
  const TensorType& operand = call.operand(0);
  auto dims = ReverseAttrs(call.attrs()).dimensions();
  LZ_RETURN_IF_ERROR(checkDimList(call, "dimensions", dims, operand.rank(), "the operand"));
  results.push_back(operand);
  return okStatus();
}

Status inferSlice(const Call& call, TypeList& results) {
  const TensorType& operand = call.operand(0);
  SliceAttrs attrs(call.attrs());
  auto starts = attrs.startIndices(), limits = attrs.limitIndices();
  OptionalInts strides = attrs.strides();
  constexpr std::string_view kOne = "one for each dimension of the operand";
  LZ_RETURN_IF_ERROR(checkLength(call, "start_indices", starts, operand.rank(), kOne));
  LZ_RETURN_IF_ERROR(checkLength(call, "limit_indices", limits, operand.rank(), kOne));
  LZ_RETURN_IF_ERROR(
      checkLength(call, "strides", strides.given(), operand.rank(), kOne, /*optional=*/true));
  TensorType result{operand.dtype, {}};
  for (size_t d = 0; d < operand.dims.size(); ++d) {
    int64_t stride = strides[d];
    if (starts[d] < 0 || starts[d] > limits[d] || limits[d] > operand.dims[d])
      return call.errorAt(0, "range ", starts[d], ":", limits[d], " of dim ", d, " is outside of ",
                          named("operand", operand), "; 0 <= start <= limit <= ", operand.dims[d],
                          " must hold");
    if (stride <= 0)
      return call.error("strides ", dimsStr(strides.given()), " must be positive");
    int64_t extent = limits[d] - starts[d];
    result.dims.push_back(extent == 0 ? 0 : (extent - 1) / stride + 1);
  }
  results.push_back(std::move(result));
  return okStatus();
}

// Example: size 3, low 1, high -1 and interior 2 give 3 + 2*2 + 1 - 1 = 7.
Status inferPad(const Call& call, TypeList& results) {
  const TensorType &operand = call.operand(0), &value = call.operand(1);
  LZ_RETURN_IF_ERROR(checkScalar(call, "padding_value", value));
  if (value.dtype != operand.dtype)
    return call.error("operand and padding_value have different element types: ",
                      both(operand, value), "; convert one of them with convert");
  PadAttrs attrs(call.attrs());
  auto low = attrs.edgePaddingLow(), high = attrs.edgePaddingHigh();
  OptionalInts interior = attrs.interiorPadding();
  constexpr std::string_view kOne = "one for each dimension of the operand";
  LZ_RETURN_IF_ERROR(checkLength(call, "edge_padding_low", low, operand.rank(), kOne));
  LZ_RETURN_IF_ERROR(checkLength(call, "edge_padding_high", high, operand.rank(), kOne));
  LZ_RETURN_IF_ERROR(checkLength(call, "interior_padding", interior.given(), operand.rank(), kOne,
                                 /*optional=*/true));
  TensorType result{operand.dtype, {}};
  for (size_t d = 0; d < operand.dims.size(); ++d) {
    int64_t size = operand.dims[d], between = interior[d];
    if (between < 0)
      return call.error("interior_padding ", dimsStr(interior.given()), " must not be negative");
    // The interior padding is added first, because negative edge padding can remove elements of the
    // interior padding. 128 bits do not overflow here.
    __int128 apart = __int128(size) + __int128(size > 0 ? size - 1 : 0) * between;
    __int128 padded = apart + low[d] + high[d];
    if (padded < 0)
      return call.error("padding ", low[d], " and ", high[d], " removes more than dim ", d, " of ",
                        named("operand", operand), " has");
    if (apart > INT64_MAX || padded > INT64_MAX)
      return call.error("padding dim ", d, " of ", named("operand", operand),
                        " makes a size that does not fit into 63 bits");
    result.dims.push_back(int64_t(padded));
  }
  results.push_back(std::move(result));
  return okStatus();
}

Status inferConcatenate(const Call& call, TypeList& results) {
  if (call.numOperands() == 0)
    return call.error("needs at least one operand");
  TensorType result = call.operand(0);
  int64_t dim = ConcatenateAttrs(call.attrs()).dimension();
  LZ_RETURN_IF_ERROR(checkDim(call, "dimension", dim, result.rank(), "operands"));
  for (size_t i = 1; i < call.numOperands(); ++i) {
    const TensorType& operand = call.operand(i);
    Dims others = operand.dims;
    if (operand.rank() == result.rank())
      others[size_t(dim)] = result.dims[size_t(dim)];
    if (operand.dtype != result.dtype || others != result.dims)
      return call.errorAt(i, "operand ", i, " ", operand.str(), " does not fit operand 0 ",
                          call.operand(0).str(), "; only dimension ", dim, " may differ");
    int64_t& size = result.dims[size_t(dim)];
    CheckedInt sum = checkedAdd(size, operand.dims[size_t(dim)]);
    if (!sum)
      return call.error("the sizes of dimension ", dim, " do not fit into 63 bits");
    size = *sum;
  }
  results.push_back(std::move(result));
  return okStatus();
}

} // namespace lz::shape
