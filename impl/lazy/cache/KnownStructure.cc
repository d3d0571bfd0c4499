#include "lazy/cache/KnownStructure.h"

#include "lazy/program/AttrCompare.h"

namespace lz::lazy {

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
    // A later node is compared with the op of the program, or with the contents that are kept here.
    // If an op has bodies, its contents are kept, because a program stores bodies in another form.
    const bool isKept = areLight(node->contents->attrs) || !node->contents->bodies.empty();
    ops_.push_back({isKept ? node->contents : nullptr, node->numOperands});
  }
}

// The op must have no bodies.
static bool matchesOp(const Node& node, const Op& op, const Program& program) {
  const OpContents& contents = *node.contents;
  if (contents.opcode != op.opcode || contents.types.size() != op.results.size() ||
      !contents.bodies.empty() || !equalAttrs(contents.attrs, op.attrs))
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

int64_t KnownStructure::bytes() const {
  return int64_t(ops_.size() * sizeof(KnownOp) + operandIds_.size() * sizeof(ValueId) +
                 buckets_.size());
}

} // namespace lz::lazy
