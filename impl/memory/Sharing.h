// Which values may lie at one place: an output with an input that the caller gave away, or a
// temporary with one that is read for the last time.
//
//   kernel reads tmp4 writes tmp5   if nothing reads tmp4 later and the kernel lists the alias,
//                                   tmp5 is written where tmp4 was
#pragma once

#include "memory/Lifetimes.h"

namespace lz::memory {

// By value: the temporary whose place it takes over, or -1. Kernels take over what they are the
// last to read, if it is as large: these lines are in the cache already. Nobody's place is taken
// over twice.
std::vector<ValueId> placesTakenOver(const Steps& steps, const Lifetimes& lifetimes);

// By output: the donated input whose memory it gets, or -1. It is written after the input's last
// use, or by a step that lists the alias.
std::vector<int32_t> donatedAliases(const Steps& steps, const Lifetimes& lifetimes);

} // namespace lz::memory
