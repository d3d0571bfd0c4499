// Ops without operands.
#include "semantics/shape/Checks.h"
#include "spec/OpAttrs.inc.h"

namespace lz::shape {

Status inferConstant(const Call& call, TypeList& results) {
  const Literal& value = ConstantAttrs(call.attrs()).value();
  if (!value.valid())
    return call.error("the value is missing");
  results.push_back(value.type());
  return okStatus();
}

Status inferIota(const Call& call, TypeList& results) {
  if (!call.stated() || !isValid(call.stated()->dtype))
    return call.error("the result type is missing");
  if (call.stated()->dtype == DType::Pred)
    return call.error("cannot count in i1; choose an integer or float type and convert");
  LZ_RETURN_IF_ERROR(checkDim(call, "iota_dimension", IotaAttrs(call.attrs()).iotaDimension(),
                              call.stated()->rank(), "the result"));
  results.push_back(*call.stated());
  return okStatus();
}

} // namespace lz::shape
