#include "semantics/eval/LaneRegion.h"

#include "absl/algorithm/container.h"
#include "semantics/eval/Elementwise.h"
#include "semantics/eval/Strided.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <cstring>

namespace lz::eval {
namespace {

Literal splatOf(const Literal& scalar, int64_t lanes) {
  Literal array(TensorType{scalar.type().dtype, {lanes}});
  visitSize(scalar.type().dtype, [&](auto zero) {
    using T = decltype(zero);
    std::fill_n(array.mutableAs<T>(), lanes, *scalar.as<T>());
  });
  return array;
}

void copyBytes(const Literal& from, Literal& to) {
  if (int64_t bytes = from.type().numBytes())
    std::memcpy(to.mutableData(), from.data(), size_t(bytes));
}

} // namespace

LaneRegion::LaneRegion(const Region& region, RegionRunner& runner, int64_t lanes)
    : region_(region), runner_(runner), lanes_(lanes), elementwise_(isElementwise()) {
  auto laneType = [&](ValueId id) { return TensorType{runner.type(id).dtype, {lanes}}; };
  for (ValueId id : region.params)
    params_.emplace_back(laneType(id));
  if (elementwise_) {
    prepareSteps();
    return;
  }
  for (ValueId id : region.results)
    results_.emplace_back(laneType(id));
}

bool LaneRegion::isElementwise() const {
  auto isScalar = [&](ValueId id) { return runner_.type(id).rank() == 0; };
  return absl::c_all_of(region_.ops, [&](const Op& op) {
    OpKind kind = opInfo(op.opcode).kind;
    bool simple = kind == OpKind::Elementwise || op.opcode == Opcode::Constant;
    return simple && absl::c_all_of(op.operands, isScalar) && absl::c_all_of(op.results, isScalar);
  });
}

// Returns the array that holds a value. The value belongs to the body or to an enclosing scope.
Literal LaneRegion::laneValue(ValueId id) const {
  for (size_t i = 0; i < params_.size(); ++i)
    if (region_.params[i] == id)
      return params_[i];
  for (const Step& step : steps_)
    if (step.op->results[0] == id)
      return step.result;
  return splatOf(runner_.value(id), lanes_);
}

void LaneRegion::prepareSteps() {
  steps_.reserve(region_.ops.size());
  for (const Op& op : region_.ops) {
    Step step{&op, {}, {}};
    if (op.opcode == Opcode::Constant) {
      step.result = splatOf(ConstantAttrs(op.attrs).value(), lanes_);
    } else {
      for (ValueId operand : op.operands)
        step.operands.push_back(laneValue(operand));
      step.result = Literal(TensorType{runner_.type(op.results[0]).dtype, {lanes_}});
    }
    steps_.push_back(std::move(step));
  }
  for (ValueId id : region_.results) {
    bool computed =
        absl::c_any_of(steps_, [&](const Step& step) { return step.op->results[0] == id; });
    Literal value = laneValue(id);
    results_.push_back(computed ? value : Literal(value.type()));
    forwarded_.push_back(computed ? Literal() : value);
  }
}

Status LaneRegion::run() {
  if (!elementwise_)
    return runLaneByLane();
  for (Step& step : steps_)
    if (!step.operands.empty())
      LZ_RETURN_IF_ERROR(
          evalElementwiseInto(step.op->opcode, step.operands, step.op->attrs, step.result));
  for (size_t i = 0; i < forwarded_.size(); ++i)
    if (forwarded_[i].valid())
      copyBytes(forwarded_[i], results_[i]);
  return okStatus();
}

Status LaneRegion::runLaneByLane() {
  std::vector<Literal> args(params_.size());
  for (int64_t lane = 0; lane < lanes_; ++lane) {
    for (size_t i = 0; i < params_.size(); ++i) {
      DType dtype = params_[i].type().dtype;
      args[i] = Literal::copyOf(TensorType{dtype, {}},
                                params_[i].data() + lane * int64_t(byteSize(dtype)));
    }
    LZ_ASSIGN_OR_RETURN(Literals values, runner_.run(region_, args));
    for (size_t i = 0; i < results_.size(); ++i) {
      size_t size = byteSize(results_[i].type().dtype);
      std::memcpy(results_[i].mutableData() + size_t(lane) * size, values[i].data(), size);
    }
  }
  return okStatus();
}

} // namespace lz::eval
