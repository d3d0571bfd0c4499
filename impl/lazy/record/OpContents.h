// What a node says of its op beside its operands: made for each op that its thread does not
// remember (KnownOps.h), or once for all recordings of a plan, whose nodes share it.
#pragma once

#include "hlo/shape/Infer.h"
#include "lazy/Node.h"

#include <memory>
#include <vector>

namespace lz::lazy {

using Bodies = std::vector<std::shared_ptr<const FunctionBody>>;

struct OpContents {
  Opcode opcode{};
  TypeList types; // of the results
  // Of everything that tells two ops with the same operands apart.
  uint64_t localHash = 0;
  Ref<const NodeExtra> extra; // nullptr: no attributes and no bodies

  absl::Span<const AttrValue> attrs() const {
    return extra ? absl::Span<const AttrValue>(extra->attrs) : absl::Span<const AttrValue>();
  }
};

// Of an op without bodies and claimed types. Result types follow from operands unless they are
// stated.
uint64_t localHashOf(Opcode opcode, size_t numOperands, absl::Span<const AttrValue> attrs,
                     const TensorType* stated);

// Everything but the types. `attrs` are those of `op`, and are moved from.
void fillContents(const OpQuery& op, Attrs& attrs, Bodies bodies, OpContents& contents);

} // namespace lz::lazy
