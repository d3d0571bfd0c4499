// The leaves of a cut are the results that the cut reads but does not compute. All functions need
// the cut lock unless their comments say otherwise.
#pragma once

#include "lazy/graph/Node.h"
#include "runtime/Device.h"

namespace lz::lazy {

// Returns true if the leaf has no value and will never have one. Returns false for a result that
// the cut computes itself.
bool isLostLeaf(Result& leaf);
bool readsLostLeaf(Node& op);
// Returns why the leaf is lost, or OK if it has a value or a promise of one.
Status checkLeaf(Result& leaf);

// Returns the data that a program reads for a leaf. The value of a constant is copied to memory,
// for this run only.
Ref<Data> inputOf(runtime::Device& device, Result& leaf);
// Copies the value of the constant to memory. Any thread may call this. If the caller holds the cut
// lock, the request must not wait.
StatusOr<Ref<Data>> valueOfConstant(runtime::Device& device, const Node& constant,
                                    const runtime::MemoryRequest& request = {});

} // namespace lz::lazy
