#include "PlanInterpreter.h"

#include "semantics/eval/Evaluate.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

namespace lz::testing {
using region::NodeId;
using region::NodeKind;

namespace {

using Point = std::vector<int64_t>;

Literal element(const Literal& array, int64_t i) {
  DType dtype = array.type().dtype;
  return Literal::copyOf({dtype, {}}, array.data() + size_t(i) * byteSize(dtype));
}

Literal compute(const region::PlanNode& node, const std::vector<Literal>& operands) {
  StatusOr<Literal> result = eval::evaluateOp(node.opcode, operands, node.attrs, {node.dtype, {}});
  if (!result.ok())
    std::abort();
  return *result;
}

std::vector<Literal> runBody(const region::PlanBody& body, const std::vector<Literal>& args) {
  std::vector<Literal> values;
  for (const region::PlanNode& node : body.nodes) {
    if (node.kind == NodeKind::Arg) {
      values.push_back(args[size_t(node.component)]);
    } else if (node.kind == NodeKind::Constant) {
      values.push_back(node.literal);
    } else {
      std::vector<Literal> operands;
      for (NodeId operand : node.operands)
        operands.push_back(values[size_t(operand)]);
      values.push_back(compute(node, operands));
    }
  }
  std::vector<Literal> results;
  for (NodeId result : body.results)
    results.push_back(values[size_t(result)]);
  return results;
}

// Visits every point of `dims` in row-major order; the other dimensions stay as they are.
template <typename Fn>
void forEach(const region::RegionPlan& plan, absl::Span<const int32_t> dims, Point& point, Fn fn) {
  if (dims.empty()) {
    fn();
    return;
  }
  for (int64_t i = 0; i < plan.dims[size_t(dims[0])].extent; ++i) {
    point[size_t(dims[0])] = i;
    forEach(plan, dims.subspan(1), point, fn);
  }
}

class Interpreter {
public:
  Interpreter(const region::RegionPlan& plan, const std::vector<Literal>& inputs)
      : plan_(plan), inputs_(inputs), deps_(dependencies(plan)) {}

  Literal value(NodeId id, Point& point) {
    std::pair<NodeId, Point> key{id, point};
    for (size_t d = 0; d < point.size(); ++d)
      if (!(deps_[size_t(id)] >> d & 1))
        key.second[d] = 0;
    auto it = memo_.find(key);
    if (it != memo_.end())
      return it->second;
    Literal result = fresh(plan_.nodes[size_t(id)], point);
    memo_.emplace(std::move(key), result);
    return result;
  }

  bool holds(NodeId mask, Point& point) { return mask < 0 || value(mask, point).toInt(0) != 0; }

  int64_t address(const region::IndexExpr& expr, absl::Span<const region::DynamicTerm> dynamic,
                  Point& point) {
    int64_t offset = expr.evaluate(point);
    for (const region::DynamicTerm& term : dynamic) {
      int64_t index = value(term.index, point).toInt(0);
      if (term.maxIndex != std::numeric_limits<int64_t>::max())
        index = std::clamp<int64_t>(index, 0, term.maxIndex);
      offset += index * term.stride;
    }
    return offset;
  }

private:
  Literal fresh(const region::PlanNode& n, Point& point) {
    switch (n.kind) {
    case NodeKind::Load:
      if (!holds(n.mask, point))
        return Literal::splat({n.dtype, {}}, 0);
      return element(inputs_[size_t(n.input)], address(n.expr, n.dynamic, point));
    case NodeKind::Constant:
      return n.literal;
    case NodeKind::Index:
      return Literal::splatInt({n.dtype, {}}, n.expr.evaluate(point));
    case NodeKind::InRange: {
      int64_t e = n.expr.evaluate(point);
      return Literal::splatInt({DType::Pred, {}}, n.lo <= e && e <= n.hi);
    }
    case NodeKind::Compute: {
      std::vector<Literal> operands;
      for (NodeId operand : n.operands)
        operands.push_back(value(operand, point));
      return compute(n, operands);
    }
    case NodeKind::Reduce:
      return reduce(plan_.reductions[size_t(n.reduction)], point)[size_t(n.component)];
    case NodeKind::Arg:
      break;
    }
    std::abort();
  }

  std::vector<Literal> reduce(const region::PlanReduction& reduction, Point point) {
    std::vector<Literal> accumulators;
    for (NodeId init : reduction.inits)
      accumulators.push_back(value(init, point));
    forEach(plan_, reduction.dims, point, [&] {
      std::vector<Literal> args = accumulators;
      for (NodeId operand : reduction.operands)
        args.push_back(value(operand, point));
      accumulators = runBody(reduction.body, args);
    });
    return accumulators;
  }

  const region::RegionPlan& plan_;
  const std::vector<Literal>& inputs_;
  std::vector<uint64_t> deps_;
  std::map<std::pair<NodeId, Point>, Literal> memo_;
};

void setElement(Literal& target, int64_t at, const Literal& value) {
  size_t size = byteSize(target.type().dtype);
  std::memcpy(target.mutableData() + size_t(at) * size, value.data(), size);
}

// Runs the updates of a scatter.
void combine(const region::RegionPlan& plan, Interpreter& interpreter,
             std::vector<Literal>& outputs) {
  Point point(plan.dims.size());
  forEach(plan, plan.outputs[0].dims, point, [&] {
    std::vector<Literal> args, values;
    std::vector<int64_t> places;
    for (const region::PlanOutput& output : plan.outputs) {
      if (!interpreter.holds(output.mask, point))
        return;
      places.push_back(interpreter.address(output.expr, output.dynamic, point));
      args.push_back(element(outputs[size_t(output.buffer)], places.back()));
      values.push_back(interpreter.value(output.value, point));
    }
    args.insert(args.end(), values.begin(), values.end());
    std::vector<Literal> results = runBody(plan.combiner, args);
    for (size_t i = 0; i < results.size(); ++i)
      setElement(outputs[size_t(plan.outputs[i].buffer)], places[i], results[i]);
  });
}

// Adds the values of all points with the same place. A sum begins with -0, so its first value is
// set.
void addBlocks(const region::RegionPlan& plan, const region::PlanOutput& output,
               Interpreter& interpreter, Literal& target) {
  Point point(plan.dims.size());
  std::set<int64_t> begun;
  forEach(plan, output.dims, point, [&] {
    int64_t at = interpreter.address(output.expr, {}, point);
    Literal value = interpreter.value(output.value, point);
    bool isFirst = begun.insert(at).second;
    region::PlanNode add{NodeKind::Compute, target.type().dtype};
    add.opcode = Opcode::Add;
    setElement(target, at, isFirst ? value : compute(add, {element(target, at), value}));
  });
}

} // namespace

std::vector<Literal> interpretPlan(const region::RegionPlan& plan,
                                   const std::vector<Literal>& inputs,
                                   std::vector<Literal> outputs) {
  Interpreter interpreter(plan, inputs);
  if (!plan.combiner.results.empty()) {
    combine(plan, interpreter, outputs);
    return outputs;
  }
  for (const region::PlanOutput& output : plan.outputs) {
    if (output.block > 0) {
      addBlocks(plan, output, interpreter, outputs[size_t(output.buffer)]);
      continue;
    }
    Point point(plan.dims.size());
    forEach(plan, output.dims, point, [&] {
      if (interpreter.holds(output.mask, point))
        setElement(outputs[size_t(output.buffer)],
                   interpreter.address(output.expr, output.dynamic, point),
                   interpreter.value(output.value, point));
    });
  }
  return outputs;
}

} // namespace lz::testing
