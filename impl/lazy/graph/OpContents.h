// Makes what a node says beside its operands: for each op that its thread does not remember
// (KnownOps.h), or once for all recordings of a plan.
#pragma once

#include "lazy/graph/Node.h"
#include "semantics/shape/Infer.h"

#include <memory>
#include <vector>

namespace lz::lazy {

using Bodies = std::vector<std::shared_ptr<const FunctionBody>>;

// The local hash of an op without bodies and claimed types. Result types follow from operands
// unless they are stated.
uint64_t localHashOf(Opcode opcode, size_t numOperands, absl::Span<const AttrValue> attrs,
                     const TensorType* stated);

// `attrs` are those of `op`, and are moved from. `types`: of its results.
Ref<const OpContents> makeContents(const shape::OpQuery& op, shape::TypeList types, Attrs& attrs,
                                   Bodies bodies);

} // namespace lz::lazy
