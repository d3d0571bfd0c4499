// What may be done with an op beyond running it where it stands: the one place that says so. Of a
// module, hlo/ir/Effects.h asks here; so do recording and autodiff.
//
//   op                                  left out, merged,       run where the program
//                                       moved, run again        would not run it
//   add, dot, sort by a comparison      yes                     yes
//   while, custom_call without effects  yes                     no: it may not end, or fail
//   custom_call with effects            no                      no
//   an op whose bodies hold some        as those                as those
//
// An op with effects is called as often as the program says, in its order. Its entry says that it
// may have some (OpInfo::hasSideEffect) by leaving out the traits Pure and RecursiveMemoryEffects.
#pragma once

#include "spec/Program.h"

namespace lz {

// Of a custom_call: it says so, or has no results and nothing else to be called for.
constexpr bool callHasEffects(bool saysSo, size_t numResults) {
  return saysSo || numResults == 0;
}
bool hasEffects(Opcode opcode, absl::Span<const AttrValue> attrs, size_t numResults);
// Those of its bodies, too. Recursion depth is that of nested regions.
bool hasEffects(const Op& op);
// Some op of the region.
bool hasEffects(const Region& region);
// The op that has them, the first one of the bodies of others; nullptr: there is none.
const Op* findEffects(absl::Span<const Op> ops);

// Whether a run of the op itself, bodies apart, always ends and never fails.
inline bool alwaysEnds(Opcode opcode) {
  return opcode != Opcode::While && opcode != Opcode::CustomCall;
}

} // namespace lz
