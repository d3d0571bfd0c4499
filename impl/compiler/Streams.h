// Chooses the outputs that are stored with streaming stores, which bypass the caches.
#pragma once

#include "hlo/ir/Dialect.h"
#include "schedule/Choice.h"

#include <vector>

namespace lz::compiler {

// Marks the outputs of a region's plan that would not stay in the caches until they are read:
//
//   f32[3072,4096] that the program returns: 48 MiB, 2 cores with 2 MiB of L2   -> streams
//   the same, read by the next kernel, with 260 MiB of L3                       -> stays
//   f32[256,256], wherever it is read                                           -> stays
//   rows of a table of any size that the next product of a sweep reads          -> stays
//
// `donated` has one flag per input of the program. An output is not marked if it could take over
// the memory of an input. The kernel has just read the input, so this memory is in the caches
// already.
void chooseStreams(ir::RegionOp region, const std::vector<bool>& donated,
                   schedule::ChosenPlan& chosen);

} // namespace lz::compiler
