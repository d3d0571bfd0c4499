// lz-print-plans prints to stderr the plan of every region, and its schedule for class AVX-512.
// Streaming stores are missing, because the compiler chooses them when it knows the buffers.
#pragma once

#include "base/Status.h"
#include "hlo/ir/Dialect.h"
#include "schedule/Choice.h"

namespace lz {

// Returns the verified plan of the region.
StatusOr<schedule::ChosenPlan> planOf(ir::RegionOp region);

void registerPrintPlansPass();

} // namespace lz
