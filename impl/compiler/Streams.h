// Chooses the outputs that are stored past the caches.
#pragma once

#include "hlo/ir/Dialect.h"
#include "schedule/Choice.h"

#include <vector>

namespace lz::compiler {

// Marks the outputs of a region's plan that are larger than the part of them that the caches still
// hold at the next read:
//
//   f32[3072,4096] that the program returns: 48 MiB against 2 cores with 2 MiB of L2  -> streams
//   the same for the next kernel, which finds it in 260 MiB of L3                     -> stays
//   f32[256,256], wherever it is read                                                 -> stays
//
// `donated`: one flag per input of the program. An output that could take over an input's memory is
// not marked: its lines are in the cache already, and its address may not be aligned.
void chooseStreams(ir::RegionOp region, const std::vector<bool>& donated,
                   schedule::ChosenPlan& chosen);

} // namespace lz::compiler
