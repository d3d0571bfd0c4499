#include "lazy/context/Replay.h"

namespace lz::lazy {

Replay::Replay(Graph& graph, const ReplayPlan& plan, absl::Span<const Value> values,
               const SourceLocation& place)
    : graph_(graph), plan_(plan), place_(place), serialBefore_(graph.lastSerial()),
      results_(plan.program().types.size()) {
  for (size_t i = 0; i < values.size(); ++i)
    results_[i] = values[i].node ? &values[i].result() : nullptr;
}

Replay::~Replay() {
  for (Result* result : recorded_)
    graph_.releaseHandle(*result);
}

Status Replay::record() {
  // Allocates first, because a failure later would lose nodes that are already recorded.
  recorded_.reserve(plan_.numResults());
  for (size_t i = 0; i < plan_.numOps(); ++i) {
    const PlannedOp op = plan_.op(i);
    LZ_ASSIGN_OR_RETURN(Node * node, recordOp(op));
    for (uint32_t r = 0; r < node->numResults; ++r) {
      results_[size_t(op.results[r])] = &node->result(r);
      recorded_.push_back(&node->result(r));
    }
  }
  return okStatus();
}

StatusOr<Result*> Replay::take(ValueId id) {
  Result* operand = results_[size_t(id)];
  if (operand->owner->serial > serialBefore_) {
    operand->handle.retain();
    return operand;
  }
  TensorType type = operand->type;
  LZ_ASSIGN_OR_RETURN(Node * copy, graph_.record({.opcode = Opcode::Reshape,
                                                  .operands = {&operand, 1},
                                                  .attrs = {},
                                                  .stated = &type,
                                                  .location = place_}));
  return &copy->result(0);
}

StatusOr<Node*> Replay::recordOp(const PlannedOp& op) {
  absl::InlinedVector<Result*, 4> operands;
  for (ValueId operand : op.operands)
    operands.push_back(results_[size_t(operand)]);
  std::vector<Operand> captures;
  for (ValueId capture : op.captures) {
    const Result& result = *results_[size_t(capture)];
    captures.emplace_back(result.owner, result.index);
  }
  SourceLocation place{.interned = op.place};
  return graph_.record(op.contents, {operands, captures}, op.place < 0 ? place_ : place);
}

} // namespace lz::lazy
