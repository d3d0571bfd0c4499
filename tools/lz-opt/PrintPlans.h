// lz-print-plans: writes the plan of every region, and how the class AVX-512 runs it, to stderr.
// What the compiler adds when it knows the buffers, stores past the caches, is not there.
#pragma once

#include "base/Status.h"
#include "hlo/ir/Dialect.h"
#include "schedule/Choice.h"

namespace lz {

// Verified.
StatusOr<schedule::ChosenPlan> planOf(ir::RegionOp region);

void registerPrintPlansPass();

} // namespace lz
