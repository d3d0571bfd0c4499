// States what may be done with an op beyond running it at its place. hlo/ir/Effects.h uses it for
// modules; recording and autodiff use it, too.
//
//   op                                  left out, merged,       run where the program
//                                       moved, run again        would not run it
//   add, dot, sort by a comparison      yes                     yes
//   while, custom_call without effects  yes                     no: it may not end, or fail
//   custom_call with effects            no                      no
//   an op whose bodies hold some        as those                as those
//
// An op with effects is called as often as the program says, in its order. The entry of an op that
// may have effects leaves out the traits Pure and RecursiveMemoryEffects (OpInfo::hasSideEffect).
#pragma once

#include "spec/Program.h"

namespace lz {

// A custom_call has effects if it says so, or if it has no results, which would be its only other
// purpose.
constexpr bool callHasEffects(bool saysSo, size_t numResults) {
  return saysSo || numResults == 0;
}
bool hasEffects(Opcode opcode, absl::Span<const AttrValue> attrs, size_t numResults);
// Whether the op or its bodies have effects. The recursion is as deep as the nested regions.
bool hasEffects(const Op& op);
// Whether an op of the region has effects.
bool hasEffects(const Region& region);
// The first op that has effects itself, in bodies too, or nullptr.
const Op* findEffects(absl::Span<const Op> ops);

// Whether a run of the op itself, without its bodies, always ends and never fails.
inline bool alwaysEnds(Opcode opcode) {
  return opcode != Opcode::While && opcode != Opcode::CustomCall;
}

} // namespace lz
