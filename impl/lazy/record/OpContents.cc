#include "lazy/record/OpContents.h"

#include "absl/algorithm/container.h"
#include "lazy/FunctionBody.h"
#include "lazy/cache/AttrCompare.h"
#include "spec/Effects.h"

namespace lz::lazy {

uint64_t localHashOf(Opcode opcode, size_t numOperands, absl::Span<const AttrValue> attrs,
                     const TensorType* stated) {
  uint64_t hash = mixHash(uint64_t(opcode), numOperands);
  if (!attrs.empty())
    hash = mixHash(hash, hashAttrs(attrs));
  if (stated)
    hash = mixHash(hash, hashType(*stated));
  return hash;
}

static Ref<const NodeExtra> makeExtra(Opcode opcode, Attrs& attrs, Bodies bodies) {
  if (attrs.empty() && bodies.empty())
    return nullptr;
  auto extra = std::make_unique<NodeExtra>();
  extra->hasEffects = hasEffects(opcode, attrs) ||
                      absl::c_any_of(bodies, [](const auto& body) { return body->hasEffects; });
  extra->attrs = std::move(attrs);
  extra->bodies = std::move(bodies);
  return Ref<const NodeExtra>::adopt(extra.release());
}

void fillContents(const OpQuery& op, Attrs& attrs, Bodies bodies, OpContents& contents) {
  uint64_t hash = localHashOf(op.opcode, op.operands.size(), op.attrs, op.stated);
  for (const TensorType& type : op.claimed)
    hash = mixHash(hash, hashType(type));
  for (const auto& body : bodies)
    hash = mixHash(hash, body->hash);
  contents.opcode = op.opcode;
  contents.localHash = hash;
  contents.extra = makeExtra(op.opcode, attrs, std::move(bodies));
}

} // namespace lz::lazy
