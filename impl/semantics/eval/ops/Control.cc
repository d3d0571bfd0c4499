// Ops that run regions. The ops of a region can use the values of enclosing scopes.
#include "semantics/eval/OpCall.h"

#include <algorithm>

namespace lz::eval {

StatusOr<Literals> evalWhile(const OpCall& call) {
  Literals state(call.operands.begin(), call.operands.end());
  for (int64_t i = 0; i < call.runner->maxIterations(); ++i) {
    LZ_ASSIGN_OR_RETURN(Literals condition, call.runner->run(call.regions[0], state));
    if (!*condition[0].as<bool>())
      return state;
    LZ_ASSIGN_OR_RETURN(state, call.runner->run(call.regions[1], state));
  }
  return failedPrecondition("[while] still running after ", call.runner->maxIterations(),
                            " iterations, the limit of this evaluation");
}

StatusOr<Literals> evalIf(const OpCall& call) {
  return call.runner->run(call.regions[*call.operands[0].as<bool>() ? 0 : 1], {});
}

StatusOr<Literals> evalCase(const OpCall& call) {
  int64_t index = *call.operands[0].as<int32_t>(), last = int64_t(call.regions.size()) - 1;
  if (index < 0 || index > last)
    index = last;
  return call.runner->run(call.regions[size_t(index)], {});
}

StatusOr<Literals> evalCall(const OpCall& call) {
  return call.runner->run(call.regions[0], call.operands);
}

StatusOr<Literals> evalForward(const OpCall& call) {
  return Literals(call.operands.begin(), call.operands.end());
}

} // namespace lz::eval
