// lz-print-plans writes to stderr the plan of every region, and how class AVX-512 runs it. Stores
// past the caches are missing, because the compiler adds them when it knows the buffers.
#pragma once

#include "base/Status.h"
#include "hlo/ir/Dialect.h"
#include "schedule/Choice.h"

namespace lz {

// The plan is verified.
StatusOr<schedule::ChosenPlan> planOf(ir::RegionOp region);

void registerPrintPlansPass();

} // namespace lz
