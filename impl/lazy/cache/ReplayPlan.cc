#include "lazy/cache/ReplayPlan.h"

#include "absl/algorithm/container.h"
#include "lazy/cache/ProgramBytes.h"
#include "lazy/program/AttrCompare.h"
#include "lazy/program/FunctionBody.h"
#include "spec/Clone.h"

namespace lz::lazy {

ReplayPlan::ReplayPlan(Program program, size_t first, Locations& places)
    : program_(std::move(program)) {
  std::vector<LocationId> interned; // index: Op::location
  for (const std::string& text : program_.locations)
    interned.push_back(places.intern({text.c_str(), 0, nullptr}));
  Known known;
  ops_.reserve(program_.body.ops.size() - first);
  for (size_t i = first; i < program_.body.ops.size(); ++i) {
    const lz::Op& op = program_.body.ops[i];
    add(op, op.location < 0 ? -1 : interned[size_t(op.location)], known);
  }
}

int64_t ReplayPlan::bytes() const {
  return bytesOf(program_) + int64_t(ops_.size() * sizeof(Op) + ids_.size() * sizeof(ValueId) +
                                     contents_.size() * sizeof(OpContents));
}

PlannedOp ReplayPlan::op(size_t index) const {
  const Op& op = ops_[index];
  const ValueId* operands = ids_.data() + op.begin;
  const ValueId* captures = operands + op.numOperands;
  return {*contents_[op.contents],
          {operands, op.numOperands},
          {captures, op.numCaptures},
          {captures + op.numCaptures, op.numResults},
          op.place};
}

void ReplayPlan::add(const lz::Op& op, LocationId place, Known& known) {
  const auto begin = uint32_t(ids_.size());
  ids_.insert(ids_.end(), op.operands.begin(), op.operands.end());
  Bodies bodies;
  for (const Region& region : op.regions) {
    std::vector<ValueId> captures = capturesOf(region);
    auto body = std::make_shared<const FunctionBody>(extractBody(program_, region, captures));
    bodies.push_back(std::move(body));
    ids_.insert(ids_.end(), captures.begin(), captures.end());
  }
  const auto numCaptures = uint32_t(ids_.size() - begin - op.operands.size());
  ids_.insert(ids_.end(), op.results.begin(), op.results.end());

  std::vector<const TensorType*> operands;
  for (ValueId operand : op.operands)
    operands.push_back(&program_.type(operand));
  const bool isStated = opInfo(op.opcode).resultSpec != ResultSpec::Inferred;
  shape::OpQuery query = {op.opcode, operands, op.attrs};
  query.stated = isStated ? &program_.type(op.results.back()) : nullptr;
  shape::TypeList types;
  for (ValueId result : op.results)
    types.push_back(program_.type(result));
  Attrs attrs = op.attrs;
  Ref<const OpContents> contents = makeContents(query, std::move(types), attrs, std::move(bodies));
  ops_.push_back({shared(std::move(contents), known), begin, uint32_t(op.operands.size()),
                  numCaptures, uint32_t(op.results.size()), place});
  numResults_ += op.results.size();
}

// Stores equal contents once, because the gradients of a loop that was recorded step by step repeat
// the same ops many times. Returns the index of the contents.
uint32_t ReplayPlan::shared(Ref<const OpContents> contents, Known& known) {
  const auto index = uint32_t(contents_.size());
  if (contents->bodies.empty()) {
    std::vector<uint32_t>& alike = known[contents->localHash];
    for (uint32_t other : alike)
      if (const OpContents& says = *contents_[other]; says.opcode == contents->opcode &&
                                                      says.types == contents->types &&
                                                      equalAttrs(says.attrs, contents->attrs))
        return other;
    alike.push_back(index);
  }
  contents_.push_back(std::move(contents));
  return index;
}

} // namespace lz::lazy
