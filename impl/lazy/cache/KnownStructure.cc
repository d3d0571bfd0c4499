#include "lazy/cache/KnownStructure.h"

#include "hlo/shape/EqualTypes.h"
#include "lazy/cache/AttrCompare.h"

namespace lz::lazy {

KnownStructure::KnownStructure(const Encoding& encoding)
    : numOps_(encoding.ops.size()), operandIds_(encoding.operandIds), buckets_(encoding.buckets) {
  for (Node* node : encoding.ops)
    if (node->extra)
      bodies_.insert(bodies_.end(), node->extra->bodies.begin(), node->extra->bodies.end());
}

bool KnownStructure::matches(const Encoding& encoding, const Program& program) const {
  const Region& body = program.body;
  if (encoding.ops.size() != numOps_ || encoding.leafIds != body.params ||
      encoding.outputIds != body.results || encoding.operandIds != operandIds_ ||
      encoding.buckets != buckets_)
    return false;
  for (size_t i = 0; i < encoding.leaves.size(); ++i)
    if ((encoding.donated[i] != 0) != program.donated[i] ||
        encoding.leaves[i]->type != program.type(body.params[i]))
      return false;
  auto known = bodies_.begin();
  for (size_t i = 0; i < encoding.ops.size(); ++i) {
    const Op& op = body.ops[i];
    Node& node = *encoding.ops[i];
    // Value numbers are given in the order of ops, so equal counts mean equal numbers.
    if (op.opcode != node.opcode || op.results.size() != node.numResults ||
        op.operands.size() != node.numOperands || !equalAttrs(op.attrs, node.attrs()))
      return false;
    for (uint32_t r = 0; r < node.numResults; ++r)
      if (!equalTypes(node.result(r).type, program.type(op.results[r])))
        return false;
    size_t numBodies = node.extra ? node.extra->bodies.size() : 0;
    if (op.regions.size() != numBodies)
      return false;
    for (size_t b = 0; b < numBodies; ++b)
      if (!equalBodies(*node.extra->bodies[b], **known++))
        return false;
  }
  return true;
}

} // namespace lz::lazy
