// Says which ops have effects, and so which ops can be removed, merged, moved, or run where the
// program would not run them. hlo/ir/Effects.h applies these rules to modules.
//
//   op                                  left out, merged,       run where the program
//                                       moved, run again        would not run it
//   add, dot, sort by a comparison      yes                     yes
//   while, custom_call without effects  yes                     no: it can run forever or fail
//   custom_call with effects            no                      no
//   an op with bodies                   if all their ops may    if all their ops may
//
// An op with effects is called exactly as often as the program says, and in the program's order. If
// an op can have effects, its entry has neither of the traits Pure and RecursiveMemoryEffects
// (OpInfo::hasSideEffect).
#pragma once

#include "spec/Program.h"

namespace lz {

// Returns whether a custom_call has effects. A call without results has effects, because otherwise
// it would be useless.
constexpr bool callHasEffects(bool saysSo, size_t numResults) {
  return saysSo || numResults == 0;
}
bool hasEffects(Opcode opcode, absl::Span<const AttrValue> attrs, size_t numResults);
// Returns whether the op or its bodies have effects.
bool hasEffects(const Op& op);
// Returns whether an op of the region has effects.
bool hasEffects(const Region& region);
// Returns the first op with effects, or nullptr if there is none. Bodies are searched, too. If a
// body has the effects, returns the op in the body.
const Op* findEffects(absl::Span<const Op> ops);

// Returns whether a run of the op always ends and never fails. Does not look at the bodies of the
// op.
inline bool alwaysEnds(Opcode opcode) {
  return opcode != Opcode::While && opcode != Opcode::CustomCall;
}

} // namespace lz
