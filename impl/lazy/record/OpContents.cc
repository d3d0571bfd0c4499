#include "lazy/record/OpContents.h"

#include "absl/algorithm/container.h"
#include "lazy/FunctionBody.h"
#include "lazy/ThreadState.h"
#include "lazy/cache/AttrCompare.h"
#include "spec/Effects.h"

namespace lz::lazy {

// Result types follow from operands unless they are stated.
static uint64_t localHashOf(const OpStatement& op) {
  uint64_t hash = mixHash(uint64_t(op.opcode), op.numOperands);
  if (!op.attrs.empty())
    hash = mixHash(hash, hashAttrs(op.attrs));
  if (op.stated)
    hash = mixHash(hash, hashType(*op.stated));
  for (const TensorType& type : op.claimed)
    hash = mixHash(hash, hashType(type));
  for (const auto& body : op.bodies)
    hash = mixHash(hash, body->hash);
  return hash;
}

void fillContents(const OpStatement& op, OpContents& contents) {
  contents.opcode = op.opcode;
  contents.localHash = localHashOf(op);
  if (op.attrs.empty() && op.bodies.empty())
    return;
  const bool effects = hasEffects(op.opcode, op.attrs) ||
                       absl::c_any_of(op.bodies, [](const auto& body) { return body->hasEffects; });
  ThreadState* thread = threadState();
  contents.extra = thread && op.bodies.empty()
                       ? thread->extras.share(contents.localHash, op.attrs, effects)
                       : makeExtra(op.attrs, std::move(op.bodies), effects);
}

} // namespace lz::lazy
