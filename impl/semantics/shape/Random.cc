// rng_bit_generator: the caller states the type of the bits, and the state keeps its type.
#include "semantics/shape/Checks.h"
#include "spec/Enums.inc.h"
#include "spec/OpAttrs.inc.h"

namespace lz::shape {

// Constraint C1 requires that both states have the same type. Inference gives them this type.
Status inferRngBitGenerator(const Call& call, TypeList& results) {
  const TensorType& state = call.operand(0);
  const bool takesThree =
      RngBitGeneratorAttrs(call.attrs()).rngAlgorithm() != RngAlgorithm::THREE_FRY;
  const bool fits = state.rank() == 1 && (state.dims[0] == 2 || (takesThree && state.dims[0] == 3));
  if (state.dtype != DType::U64 || !fits) // constraints I1 and C2
    return call.errorAt(0, "initial_state must be tensor<2xui64>",
                        takesThree ? " or tensor<3xui64>" : " for THREE_FRY", ", but is ",
                        state.str());
  if (!call.stated() || !isInteger(call.stated()->dtype) || isSmall(call.stated()->dtype))
    return call.error(
        "must return integers of 8 bits or more; convert the bits to floats with bitcast_convert");
  results.push_back(state);
  results.push_back(*call.stated());
  return okStatus();
}

} // namespace lz::shape
