// Ops that do more than compute their results: custom calls that say so. They are called as often
// as the program says, in its order.
#pragma once

#include "spec/Program.h"

namespace lz {

bool hasEffects(Opcode opcode, absl::Span<const AttrValue> attrs);
// Some op of the region, or of one in it. Recursion depth is that of nested regions.
bool hasEffects(const Region& region);

} // namespace lz
