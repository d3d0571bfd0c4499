// What a node says of its op beside its operands: made for each op that is recorded, or once for
// all recordings of a plan, whose nodes share it.
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
};

// An op as its caller says it.
struct OpStatement {
  Opcode opcode{};
  size_t numOperands = 0;                    // without captures
  Attrs& attrs;                              // moved from
  Bodies& bodies;                            // moved from
  const TensorType* stated = nullptr;        // as OpQuery::stated
  absl::Span<const TensorType> claimed = {}; // as OpQuery::claimed
};

// All but the types.
void fillContents(const OpStatement& op, OpContents& contents);

} // namespace lz::lazy
