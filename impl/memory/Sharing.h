// Decides which values share a place: an output and a donated input, or a temporary and an earlier
// temporary that is not read any more.
//
//   kernel reads tmp4 writes tmp5   if nothing reads tmp4 later and the kernel lists the alias,
//                                   tmp5 is written where tmp4 was
#pragma once

#include "memory/Lifetimes.h"

namespace lz::memory {

// For each value, returns the temporary that gives its place to the value, or -1 if there is none.
// If a kernel is the last reader of an operand, a result of the same size can take over the place
// of the operand, which is in the caches already. Each temporary is taken over at most once.
std::vector<ValueId> placesTakenOver(const Steps& steps, const Lifetimes& lifetimes);

// For each output, returns the donated input that gives its memory to the output, or -1 if there is
// none. The output must be written after the last use of the input, or by a step that lists the
// alias.
std::vector<int32_t> donatedAliases(const Steps& steps, const Lifetimes& lifetimes);

} // namespace lz::memory
