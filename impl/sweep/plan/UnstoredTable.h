// Says how much longer a program may take so that a table of pairs need not be stored.
#pragma once

#include "base/machine/CostTable.h"

namespace lz::sweep {

// Compares two ways of running a program: one stores a table of `bytes` bytes, and the other one
// does not. Returns how many times as long the second way may take. If the table does not fit into
// the caches, the second way may take longer, because it needs much less memory. For example, the
// loss of a large vocabulary and its two gradients take three products if the logits are stored,
// and four if not. The lines below have the measured times, the predicted times in brackets, and
// the memory beyond inputs, first with loops and then with stored tables (Zen 4, two threads):
//
//                                          loops                 stored
//   gradients of 50,257 words        646 ms (161)  339 MB    600 ms (125)  518 MB
//   10 nearest of 100,000, by angle  250 ms  (72)   90 MB    226 ms  (67)  843 MB
inline double mostTimeUnstored(double bytes, MachineClass cpu) {
  return bytes > double(lastLevelBytes(cpu)) ? 1.4 : 1;
}

} // namespace lz::sweep
