#include "lazy/cache/KnownStructure.h"

#include "absl/algorithm/container.h"
#include "hlo/shape/EqualTypes.h"
#include "lazy/cache/AttrCompare.h"

#include <unordered_map>

namespace lz::lazy {

// The program has the large constants already.
static bool isLarge(const AttrValue& attr) {
  constexpr int64_t kMostBytes = 64;
  const auto* literal = std::get_if<Literal>(&attr);
  return literal && literal->valid() && literal->type().numBytes() > kMostBytes;
}

// Neither has large attributes.
static bool equalExtras(const NodeExtra* a, const NodeExtra* b) {
  if (!a || !b)
    return a == b;
  if (a->bodies.size() != b->bodies.size() || !equalAttrs(a->attrs, b->attrs))
    return false;
  for (size_t i = 0; i < a->bodies.size(); ++i)
    if (!equalBodies(*a->bodies[i], *b->bodies[i]))
      return false;
  return true;
}

namespace {
struct TypeHash {
  size_t operator()(const TensorType& type) const { return hashType(type); }
};
} // namespace

KnownStructure::KnownStructure(const Encoding& encoding)
    : operandIds_(encoding.operandIds), buckets_(encoding.buckets) {
  std::unordered_map<TensorType, uint32_t, TypeHash> known;
  ops_.reserve(encoding.ops.size());
  for (Node* node : encoding.ops) {
    const bool large = absl::c_any_of(node->attrs(), isLarge);
    ops_.push_back(
        {node->opcode, node->numOperands, node->numResults, large, large ? nullptr : node->extra});
    for (uint32_t r = 0; r < node->numResults; ++r) {
      const TensorType& type = node->result(r).type;
      auto [it, isNew] = known.try_emplace(type, uint32_t(types_.size()));
      if (isNew)
        types_.push_back(type);
      resultTypes_.push_back(it->second);
    }
  }
}

bool KnownStructure::matches(const Node& node, const KnownOp& known, const Op& op) const {
  // Value numbers are given in the order of ops, so equal counts mean equal numbers.
  if (known.opcode != node.opcode || known.numOperands != node.numOperands ||
      known.numResults != node.numResults)
    return false;
  if (known.isLarge)
    return equalAttrs(op.attrs, node.attrs());
  return known.extra.get() == node.extra.get() || equalExtras(known.extra.get(), node.extra.get());
}

bool KnownStructure::matches(const Encoding& encoding, const Program& program) const {
  const Region& body = program.body;
  if (encoding.ops.size() != ops_.size() || encoding.leafIds != body.params ||
      encoding.outputIds != body.results || encoding.operandIds != operandIds_ ||
      encoding.buckets != buckets_)
    return false;
  for (size_t i = 0; i < encoding.leaves.size(); ++i)
    if ((encoding.donated[i] != 0) != program.donated[i] ||
        encoding.leaves[i]->type != program.type(body.params[i]))
      return false;
  const uint32_t* type = resultTypes_.data();
  for (size_t i = 0; i < ops_.size(); ++i) {
    Node& node = *encoding.ops[i];
    if (!matches(node, ops_[i], body.ops[i]))
      return false;
    for (uint32_t r = 0; r < node.numResults; ++r)
      if (!equalTypes(node.result(r).type, types_[*type++]))
        return false;
  }
  return true;
}

} // namespace lz::lazy
