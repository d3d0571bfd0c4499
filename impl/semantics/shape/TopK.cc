// top_k: selects elements along the last dimension, and also returns their indices.
#include "semantics/shape/Checks.h"
#include "spec/OpAttrs.inc.h"

#include <limits>

namespace lz::shape {

// CHLO has no numbers for its constraints. The numbers here follow the order of its verifier.
// Constraint C3 requires that all dimensions of the results except the last one equal those of the
// operand. Inference gives the results these dimensions.
Status inferTopK(const Call& call, TypeList& results) {
  const TensorType& operand = call.operand(0);
  const int64_t k = TopKAttrs(call.attrs()).k();
  if (operand.rank() == 0) // constraint C1
    return call.errorAt(0, "selects along the last dimension, but ", operand.str(), " has none");
  if (operand.dtype != DType::Pred && !accepts(TypeClass::Number, operand.dtype))
    return call.errorAt(0, "takes numbers and predicates, but the operand is ", operand.str());
  const int64_t length = operand.dims.back();
  if (k < 0 || k > length) // constraint C2
    return call.error("k is ", k, ", but the last dimension of ", named("the operand", operand),
                      " has ", length, " elements; use 0 to ", length);
  if (length > std::numeric_limits<int32_t>::max())
    return call.errorAt(0, "gives indices as s32, which cannot count the ", length,
                        " elements of the last dimension of ", named("the operand", operand));
  TensorType values = operand;
  values.dims.back() = k;
  results.push_back(values);
  results.push_back({DType::S32, values.dims});
  return okStatus();
}

} // namespace lz::shape
