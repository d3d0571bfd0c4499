#include "lazy/Replay.h"

#include "lazy/FunctionBody.h"
#include "spec/Clone.h"
#include "spec/OpAttrs.inc.h"

#include <memory>

namespace lz::lazy {

Replay::~Replay() {
  for (const Value& value : recorded_)
    graph_.releaseHandle(value.result());
}

Status Replay::recordFrom(size_t first) {
  values_.resize(program_.types.size());
  absl::Span<const Op> ops = absl::MakeConstSpan(program_.body.ops).subspan(first);
  size_t count = 0;
  for (const Op& op : ops)
    count += op.results.size();
  recorded_.reserve(count); // a node that has been recorded is kept
  for (const Op& op : ops)
    LZ_RETURN_IF_ERROR(record(op));
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

Status Replay::record(const Op& op) {
  std::string text = op.location < 0 ? "" : program_.locations[size_t(op.location)];
  SourceLocation location = text.empty() ? place_ : SourceLocation{text.c_str(), 0, nullptr};
  LZ_ASSIGN_OR_RETURN(Node * node, op.opcode == Opcode::Constant
                                       ? graph_.constant(ConstantAttrs(op.attrs).value(), location)
                                       : recordOp(op, location));
  for (uint32_t i = 0; i < node->numResults; ++i) {
    Value value{Ref<Node>::share(node), i};
    values_[size_t(op.results[i])] = value;
    recorded_.push_back(std::move(value));
  }
  return okStatus();
}

StatusOr<Node*> Replay::recordOp(const Op& op, const SourceLocation& location) {
  absl::InlinedVector<Result*, 4> operands;
  for (ValueId operand : op.operands)
    operands.push_back(&values_[size_t(operand)].result());
  std::vector<std::unique_ptr<Function>> bodies;
  std::vector<const Function*> functions;
  for (const Region& region : op.regions) {
    bodies.push_back(functionOf(region));
    functions.push_back(bodies.back().get());
  }
  bool isStated = opInfo(op.opcode).resultSpec != ResultSpec::Inferred;
  const TensorType* stated = isStated ? &program_.type(op.results.back()) : nullptr;
  return graph_.record({op.opcode, operands, op.attrs, stated, functions, location});
}

std::unique_ptr<Function> Replay::functionOf(const Region& region) {
  std::vector<ValueId> captures = capturesOf(region);
  std::vector<Value> values;
  for (ValueId capture : captures)
    values.push_back(values_[size_t(capture)]);
  return std::make_unique<Function>(graph_, bodies_, extractBody(program_, region, captures),
                                    std::move(values));
}

} // namespace lz::lazy
