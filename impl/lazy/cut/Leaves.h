// Leaves are results that a cut reads but does not compute. All functions need the cut lock, unless
// they say otherwise.
#pragma once

#include "lazy/graph/Node.h"
#include "runtime/Device.h"

namespace lz::lazy {

// True if the leaf has no value and will never have one. False for a result that the cut computes
// itself.
bool isLostLeaf(Result& leaf);
bool readsLostLeaf(Node& op);
// Says why the leaf is lost; OK if it has its value or the promise of it.
Status checkLeaf(Result& leaf);

// What a program reads for a leaf. For a constant that is an input, the value in memory exists for
// this run alone.
Ref<Data> inputOf(runtime::Device& device, Result& leaf);
// A copy of the constant in memory. Any thread, without the lock.
StatusOr<Ref<Data>> valueOfConstant(runtime::Device& device, const Node& constant);

} // namespace lz::lazy
