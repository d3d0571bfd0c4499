// Says which ops may be removed, merged, moved, or run where the program would not run them.
// hlo/ir/Effects.h uses it for modules. Recording and autodiff use it, too.
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

// Returns whether a custom_call has effects. It has if it says so, or if it has no results, since
// it would be useless otherwise.
constexpr bool callHasEffects(bool saysSo, size_t numResults) {
  return saysSo || numResults == 0;
}
bool hasEffects(Opcode opcode, absl::Span<const AttrValue> attrs, size_t numResults);
// Returns whether the op or its bodies have effects. The recursion is as deep as the nested
// regions.
bool hasEffects(const Op& op);
// Returns whether an op of the region has effects.
bool hasEffects(const Region& region);
// Returns the first op that itself has effects, searching bodies too, or nullptr if there is none.
const Op* findEffects(absl::Span<const Op> ops);

// Returns whether a run of the op itself, without its bodies, always ends and never fails.
inline bool alwaysEnds(Opcode opcode) {
  return opcode != Opcode::While && opcode != Opcode::CustomCall;
}

} // namespace lz
