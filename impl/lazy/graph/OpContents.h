// Makes OpContents: everything of a node except its operands. Recording makes them for each op that
// its thread does not know (KnownOps.h). A replay plan makes them once for all of its recordings.
#pragma once

#include "lazy/graph/Node.h"
#include "semantics/shape/Infer.h"

#include <memory>
#include <vector>

namespace lz::lazy {

using Bodies = std::vector<std::shared_ptr<const FunctionBody>>;

// Returns the local hash of an op without bodies. The hash includes the stated result type, if
// there is one. Other result types follow from the operands.
uint64_t localHashOf(Opcode opcode, size_t numOperands, absl::Span<const AttrValue> attrs,
                     const TensorType* stated);

// Moves the attributes of `op` out of `attrs`. `types` are the types of the results.
Ref<const OpContents> makeContents(const shape::OpQuery& op, shape::TypeList types, Attrs& attrs,
                                   Bodies bodies);

} // namespace lz::lazy
