// Results that a cut reads and does not compute. Needs the cut lock, unless said otherwise.
#pragma once

#include "lazy/graph/Node.h"
#include "runtime/Device.h"

namespace lz::lazy {

// It has no value and will never have one. False for what the cut computes itself.
bool isLostLeaf(Result& leaf);
bool readsLostLeaf(Node& op);
// Why. OK for a leaf that has its value, or the promise of it.
Status checkLeaf(Result& leaf);

// What a program reads for a leaf. A constant that is an input has its value in memory for this run
// alone.
Ref<Data> inputOf(runtime::Device& device, Result& leaf);
// A copy in memory. Any thread, without the lock.
StatusOr<Ref<Data>> valueOfConstant(runtime::Device& device, const Node& constant);

} // namespace lz::lazy
