// Emits the parts that all kinds of reductions have in common.
#pragma once

#include "emit/kernel/KernelContext.h"

namespace lz::emit {

// Returns the initial values of the stage's reduction. They are vectors if the results of the stage
// are vectors.
StatusOr<Values> initsOf(KernelContext& k, const schedule::Stage& stage, Scope& scope);
// Adds one more point to a reduction: accumulators = body(accumulators, operands).
StatusOr<Values> step(KernelContext& k, const region::PlanReduction& reduction, Scope& scope,
                      const Values& accumulators, bool vectorResult);

} // namespace lz::emit
