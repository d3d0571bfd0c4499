#include "lazy/replay/Replay.h"

#include "spec/OpAttrs.inc.h"

#include <memory>

namespace lz::lazy {

Replay::~Replay() {
  for (const Value& value : recorded_)
    graph_.releaseHandle(value.result());
}

Status Replay::record() {
  values_.resize(plan_.program().types.size());
  recorded_.reserve(plan_.numResults()); // a node that has been recorded is kept
  for (size_t i = 0; i < plan_.numOps(); ++i) {
    const Op& op = plan_.op(i);
    SourceLocation place{.interned = plan_.place(op)};
    LZ_ASSIGN_OR_RETURN(Node * node, recordOp(i, place.interned < 0 ? place_ : place));
    for (uint32_t r = 0; r < node->numResults; ++r) {
      Value value{Ref<Node>::share(node), r};
      values_[size_t(op.results[r])] = value;
      recorded_.push_back(std::move(value));
    }
  }
  return okStatus();
}

StatusOr<Result*> Replay::take(ValueId id) {
  Value& value = values_[size_t(id)];
  if (value.node->serial > serialBefore_) {
    value.result().handle.retain();
    return &value.result();
  }
  Result* operand = &value.result();
  TensorType type = operand->type;
  LZ_ASSIGN_OR_RETURN(Node * copy, graph_.record({.opcode = Opcode::Reshape,
                                                  .operands = {&operand, 1},
                                                  .attrs = {},
                                                  .stated = &type,
                                                  .location = place_}));
  return &copy->result(0);
}

StatusOr<Node*> Replay::recordOp(size_t index, const SourceLocation& location) {
  const Op& op = plan_.op(index);
  if (op.opcode == Opcode::Constant)
    return graph_.constant(ConstantAttrs(op.attrs).value(), location);
  absl::InlinedVector<Result*, 4> operands;
  for (ValueId operand : op.operands)
    operands.push_back(&values_[size_t(operand)].result());
  std::vector<std::unique_ptr<Function>> bodies;
  std::vector<const Function*> functions;
  for (const ReplayPlan::Body& body : plan_.bodies(index)) {
    std::vector<Value> captures;
    for (ValueId capture : body.captures)
      captures.push_back(values_[size_t(capture)]);
    bodies.push_back(std::make_unique<Function>(graph_, bodies_, body.body, std::move(captures)));
    functions.push_back(bodies.back().get());
  }
  bool isStated = opInfo(op.opcode).resultSpec != ResultSpec::Inferred;
  const TensorType* stated = isStated ? &plan_.program().type(op.results.back()) : nullptr;
  return graph_.record({op.opcode, operands, op.attrs, stated, functions, location});
}

} // namespace lz::lazy
