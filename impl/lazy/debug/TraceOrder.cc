#include "lazy/debug/TraceOrder.h"

#include "spec/Clone.h"

#include <algorithm>

namespace lz::lazy {
namespace {

// Searches in the order of torch/csrc/lazy (ComputePostOrder). The first time that a node is at the
// top of the stack, its operands are pushed. The second time, the node gets its number.
class Search {
public:
  Search(const Program& program, FirstOperand first) : program_(program), first_(first) {
    trace_.numbers.assign(program.types.size(), -1);
    trace_.results.assign(program.types.size(), 0);
    makers_.resize(program.types.size());
    for (ValueId parameter : program.body.params)
      makers_[size_t(parameter)] = {nullptr, parameter};
    for (const Op& op : program.body.ops)
      for (size_t i = 0; i < op.results.size(); ++i) {
        makers_[size_t(op.results[i])] = {&op, -1};
        trace_.results[size_t(op.results[i])] = int32_t(i);
      }
  }

  Trace run() {
    isEntered_.assign(program_.types.size(), false);
    for (ValueId root : program_.body.results)
      add(root);
    return std::move(trace_);
  }

private:
  void add(ValueId root) {
    std::vector<ValueId> stack{root};
    while (!stack.empty()) {
      const ValueId value = stack.back();
      const TraceNode node = makers_[size_t(value)];
      if (trace_.numbers[size_t(value)] >= 0) {
        stack.pop_back();
      } else if (!isEntered_[idOf(node)]) {
        isEntered_[idOf(node)] = true;
        std::vector<ValueId> operands = operandsOf(node);
        if (first_ == FirstOperand::Left)
          std::reverse(operands.begin(), operands.end());
        stack.insert(stack.end(), operands.begin(), operands.end());
      } else {
        number(node);
        stack.pop_back();
      }
    }
  }

  // Returns the same value for all results of an op, because they are numbered at once.
  static size_t idOf(const TraceNode& node) {
    return size_t(node.op ? node.op->results.front() : node.parameter);
  }

  void number(const TraceNode& node) {
    const auto number = int32_t(trace_.nodes.size());
    if (!node.op)
      trace_.numbers[size_t(node.parameter)] = number;
    else
      for (ValueId result : node.op->results)
        trace_.numbers[size_t(result)] = number;
    trace_.nodes.push_back(node);
  }

  const Program& program_;
  const FirstOperand first_;
  std::vector<TraceNode> makers_; // index: a value
  std::vector<bool> isEntered_;
  Trace trace_;
};

} // namespace

Trace traceOf(const Program& program, FirstOperand first) {
  return Search(program, first).run();
}

std::vector<ValueId> operandsOf(const TraceNode& node) {
  if (!node.op)
    return {};
  std::vector<ValueId> operands(node.op->operands.begin(), node.op->operands.end());
  for (const Region& region : node.op->regions)
    for (ValueId captured : capturesOf(region))
      operands.push_back(captured);
  return operands;
}

} // namespace lz::lazy
