// Says which ops may be removed, merged, moved, or run where the program would not run them.
// hlo/ir/Effects.h uses it for modules. Recording and autodiff use it, too.
//
//   op                                  left out, merged,       run where the program
//                                       moved, run again        would not run it
//   add, dot, sort by a comparison      yes                     yes
//   while, custom_call without effects  yes                     no: it can run forever or fail
//   custom_call with effects            no                      no
//   an op with bodies                   if all their ops may    if all their ops may
//
// An op with effects is called as often as the program says, and in its order. The entry of an op
// that can have effects leaves out the traits Pure and RecursiveMemoryEffects
// (OpInfo::hasSideEffect).
#pragma once

#include "spec/Program.h"

namespace lz {

// Returns whether a custom_call has effects: because it says so, or because it has no results, so
// that without effects it would be useless.
constexpr bool callHasEffects(bool saysSo, size_t numResults) {
  return saysSo || numResults == 0;
}
bool hasEffects(Opcode opcode, absl::Span<const AttrValue> attrs, size_t numResults);
// Returns whether the op or its bodies have effects. The recursion is as deep as the regions are
// nested.
bool hasEffects(const Op& op);
// Returns whether an op of the region has effects.
bool hasEffects(const Region& region);
// Returns the first op that has effects itself. Searches bodies, too. Returns nullptr if there is
// none.
const Op* findEffects(absl::Span<const Op> ops);

// Returns whether a run of the op always ends and never fails, not counting its bodies.
inline bool alwaysEnds(Opcode opcode) {
  return opcode != Opcode::While && opcode != Opcode::CustomCall;
}

} // namespace lz
