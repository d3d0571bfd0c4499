#include "lazy/graph/OpContents.h"

#include "absl/algorithm/container.h"
#include "lazy/program/AttrCompare.h"
#include "lazy/program/FunctionBody.h"
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

Ref<const OpContents> makeContents(const shape::OpQuery& op, shape::TypeList types, Attrs& attrs,
                                   Bodies bodies) {
  uint64_t hash = localHashOf(op.opcode, op.operands.size(), op.attrs, op.stated);
  for (const TensorType& type : op.claimed)
    hash = mixHash(hash, hashType(type));
  for (const auto& body : bodies)
    hash = mixHash(hash, body->hash);
  auto contents = std::make_unique<OpContents>();
  contents->opcode = op.opcode;
  contents->hasEffects = hasEffects(op.opcode, op.attrs, types.size()) ||
                         absl::c_any_of(bodies, [](const auto& body) { return body->hasEffects; });
  contents->localHash = hash;
  contents->types = std::move(types);
  contents->attrs = std::move(attrs);
  contents->bodies = std::move(bodies);
  return Ref<const OpContents>::adopt(contents.release());
}

} // namespace lz::lazy
