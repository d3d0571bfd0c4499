// Results that a cut reads and does not compute. Needs the cut lock.
#pragma once

#include "lazy/graph/Node.h"

namespace lz::lazy {

// It has no value and will never have one. False for what the cut computes itself.
bool isLostLeaf(Result& leaf);
bool readsLostLeaf(Node& op);
// Why. OK for a leaf that has its value, or the promise of it.
Status checkLeaf(Result& leaf);

} // namespace lz::lazy
