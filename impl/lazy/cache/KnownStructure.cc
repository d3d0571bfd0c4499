#include "lazy/cache/KnownStructure.h"

#include "absl/algorithm/container.h"
#include "lazy/cache/AttrCompare.h"

namespace lz::lazy {

// The program has the large constants already.
static bool isLarge(const AttrValue& attr) {
  constexpr int64_t kMostBytes = 64;
  const auto* literal = std::get_if<Literal>(&attr);
  return literal && literal->valid() && literal->type().numBytes() > kMostBytes;
}

static bool equalContents(const OpContents& a, const OpContents& b) {
  if (&a == &b)
    return true;
  if (a.opcode != b.opcode || a.types != b.types || a.bodies.size() != b.bodies.size() ||
      !equalAttrs(a.attrs, b.attrs))
    return false;
  for (size_t i = 0; i < a.bodies.size(); ++i)
    if (!equalBodies(*a.bodies[i], *b.bodies[i]))
      return false;
  return true;
}

KnownStructure::KnownStructure(const Encoding& encoding)
    : operandIds_(encoding.operandIds), buckets_(encoding.buckets) {
  ops_.reserve(encoding.ops.size());
  for (Node* node : encoding.ops) {
    const bool large = absl::c_any_of(node->attrs(), isLarge);
    ops_.push_back({large ? nullptr : node->contents, node->numOperands});
  }
}

// Value numbers are given in the order of ops, so equal numbers of results mean equal numbers.
static bool matchesOp(const Node& node, const Op& op, const Program& program) {
  const OpContents& contents = *node.contents;
  if (contents.opcode != op.opcode || contents.types.size() != op.results.size() ||
      !equalAttrs(contents.attrs, op.attrs))
    return false;
  for (size_t r = 0; r < op.results.size(); ++r)
    if (contents.types[r] != program.type(op.results[r]))
      return false;
  return true;
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
  for (size_t i = 0; i < ops_.size(); ++i) {
    const Node& node = *encoding.ops[i];
    const auto& [contents, numOperands] = ops_[i];
    if (node.numOperands != numOperands || !(contents ? equalContents(*contents, *node.contents)
                                                      : matchesOp(node, body.ops[i], program)))
      return false;
  }
  return true;
}

} // namespace lz::lazy
