// What elementwise ops cost.
#pragma once

#include "spec/OpInfo.h"

namespace lz {

// Tens of instructions, where arithmetic, square roots and divisions are one or a few: polynomials,
// which are the ops that are not exact, and the long division of a remainder.
inline bool isFunction(const OpInfo& op) {
  return op.kind == OpKind::Elementwise && (op.ulp > 0 || op.opcode == Opcode::Remainder);
}

} // namespace lz
