// Says how much longer a program may take so that a table of pairs need not be stored.
#pragma once

#include "base/machine/CostTable.h"

namespace lz::sweep {

// Returns how many times as long as storing a table of `bytes` bytes a way may take that does not
// store it. Such a way needs so much less memory that it may take longer if the table does not fit
// into the caches. For example, the loss of a large vocabulary and its two gradients take three
// products if the logits are stored, and four if not.
inline double mostTimeUnstored(double bytes, MachineClass cpu) {
  return bytes > double(lastLevelBytes(cpu)) ? 1.4 : 1;
}

} // namespace lz::sweep
