// Ops whose operands and results have the same indices.
#include "semantics/shape/Checks.h"
#include "semantics/shape/EqualTypes.h"
#include "spec/OpAttrs.inc.h"

#include <limits>

namespace lz::shape {
namespace {

Status checkSameShape(const Call& call, const TensorType& a, const TensorType& b) {
  if (a.dims == b.dims)
    return okStatus();
  return call.error("operands have different shapes: ", both(a, b),
                    "; broadcast them with broadcast_in_dim");
}

Status checkSameDType(const Call& call, const TensorType& a, const TensorType& b) {
  if (a.dtype == b.dtype)
    return okStatus();
  return call.error("operands have different element types: ", both(a, b),
                    "; convert one of them with convert");
}

Status refuseTypeClass(const Call& call, const TensorType& type) {
  const OpInfo& info = call.info();
  if (isComplex(type.dtype))
    return call.errorAt(
        0, "does not take ", type.str(),
        ": the op is not defined for complex numbers; take their parts with real and imag");
  return call.errorAt(0, "does not take ", type.str(), ": its operands must be ",
                      typeClassName(info.types), info.takesComplex ? " or complex" : "",
                      "; use convert");
}

Status refuseOperands(const Call& call, const TensorType& a, const TensorType& b) {
  LZ_RETURN_IF_ERROR(checkSameDType(call, a, b));
  return checkSameShape(call, a, b);
}

} // namespace

Status inferElementwise(const Call& call, TypeList& results) {
  const TensorType& first = call.operand(0);
  if (!accepts(call.info(), first.dtype))
    return refuseTypeClass(call, first);
  for (size_t i = 1; i < call.numOperands(); ++i)
    if (!equalTypes(call.operand(i), first))
      return refuseOperands(call, first, call.operand(i));
  results.push_back(first);
  if (call.info().givesPredicate)
    results[0].dtype = DType::Pred;
  if (call.info().givesPart)
    results[0].dtype = partType(first.dtype);
  return okStatus();
}

// Small types are rejected, because ops on them are computed in a wider type, in which a number has
// other neighbours.
Status inferNextAfter(const Call& call, TypeList& results) {
  const TensorType& first = call.operand(0);
  if (isSmall(first.dtype))
    return call.errorAt(0, "does not take ", first.str(),
                        ": its operands must be floats of 16 bits or more; use convert");
  return inferElementwise(call, results);
}

Status inferComplex(const Call& call, TypeList& results) {
  LZ_RETURN_IF_ERROR(inferElementwise(call, results));
  results[0].dtype = complexType(results[0].dtype);
  return okStatus();
}

// The predicate is a scalar or has the shape of the values.
Status inferSelect(const Call& call, TypeList& results) {
  const TensorType &pred = call.operand(0), &onTrue = call.operand(1), &onFalse = call.operand(2);
  if (pred.dtype != DType::Pred)
    return call.errorAt(0, "the predicate must be of type i1, but is ", pred.str(),
                        "; compare it with zero");
  LZ_RETURN_IF_ERROR(checkSameDType(call, onTrue, onFalse));
  LZ_RETURN_IF_ERROR(checkSameShape(call, onTrue, onFalse));
  if (pred.rank() != 0 && pred.dims != onTrue.dims)
    return call.errorAt(0, "the predicate ", dimsStr(pred.dims),
                        " must be a scalar or have the shape of the values, ", dimsStr(onTrue.dims),
                        "; broadcast it with broadcast_in_dim");
  results.push_back(onTrue);
  return okStatus();
}

// The operands are min, operand and max. The bounds are scalars or have the shape of the operand.
Status inferClamp(const Call& call, TypeList& results) {
  const TensorType& operand = call.operand(1);
  if (!accepts(call.info(), operand.dtype))
    return refuseTypeClass(call, operand);
  for (size_t i : {0, 2}) {
    const TensorType& bound = call.operand(i);
    LZ_RETURN_IF_ERROR(checkSameDType(call, operand, bound));
    if (bound.rank() != 0 && bound.dims != operand.dims)
      return call.errorAt(i, i == 0 ? "min " : "max ", dimsStr(bound.dims),
                          " must be a scalar or have the shape of the operand, ",
                          dimsStr(operand.dims), "; broadcast it with broadcast_in_dim");
  }
  results.push_back(operand);
  return okStatus();
}

Status inferConvert(const Call& call, TypeList& results) {
  if (!call.stated() || !isValid(call.stated()->dtype))
    return call.error("the element type of the result is missing");
  results.push_back(call.operand(0));
  results[0].dtype = call.stated()->dtype;
  return okStatus();
}

Status inferReducePrecision(const Call& call, TypeList& results) {
  ReducePrecisionAttrs attrs(call.attrs());
  // The specification states both numbers as si32.
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  if (attrs.exponentBits() < 1 || attrs.exponentBits() > kMost)
    return call.error("exponent_bits must be 1 to ", kMost, ", but is ", attrs.exponentBits());
  if (attrs.mantissaBits() < 0 || attrs.mantissaBits() > kMost)
    return call.error("mantissa_bits must be 0 to ", kMost, ", but is ", attrs.mantissaBits());
  return inferElementwise(call, results);
}

} // namespace lz::shape
