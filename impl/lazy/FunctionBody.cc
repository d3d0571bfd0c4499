#include "lazy/FunctionBody.h"

#include "lazy/AttrCompare.h"

namespace lz::lazy {

namespace {

constexpr ValueId kUnmapped = -1;

// Copies regions of one program into another and renumbers the values.
class Inliner {
public:
  Inliner(const Program& source, Program& target)
      : source_(source), target_(target), map_(source.types.size(), kUnmapped) {
    for (const std::string& location : source.locations)
      target.locations.push_back(location);
    firstLocation_ = int32_t(target.locations.size() - source.locations.size());
  }

  void bind(ValueId from, ValueId to) { map_[size_t(from)] = to; }

  ValueId define(ValueId from) {
    ValueId to = target_.addValue(source_.type(from));
    bind(from, to);
    return to;
  }

  void copyBody(const Region& from, Region& to) {
    to.ops.reserve(from.ops.size());
    for (const Op& op : from.ops)
      to.ops.push_back(copyOp(op));
    for (ValueId result : from.results)
      to.results.push_back(map_[size_t(result)]);
  }

private:
  Op copyOp(const Op& op) {
    Op copy{op.opcode, {}, {}, op.attrs, {}, op.location};
    if (op.location >= 0)
      copy.location += firstLocation_;
    for (ValueId operand : op.operands)
      copy.operands.push_back(map_[size_t(operand)]);
    for (const Region& region : op.regions) {
      Region& inner = copy.regions.emplace_back();
      for (ValueId param : region.params)
        inner.params.push_back(define(param));
      copyBody(region, inner);
    }
    for (ValueId result : op.results)
      copy.results.push_back(define(result));
    return copy;
  }

  const Program& source_;
  Program& target_;
  std::vector<ValueId> map_;
  int32_t firstLocation_;
};

} // namespace

bool equalBodies(const FunctionBody& a, const FunctionBody& b) {
  return &a == &b ||
         (a.hash == b.hash && a.numParameters == b.numParameters &&
          a.program.types == b.program.types && equalRegions(a.program.body, b.program.body));
}

uint64_t hashBody(const FunctionBody& body) {
  uint64_t hash = mixHash(hashRegion(body.program.body), body.numParameters);
  for (const TensorType& type : body.program.types)
    hash = mixHash(hash, hashType(type));
  return hash;
}

Region inlineBody(const FunctionBody& body, absl::Span<const ValueId> captures, Program& target) {
  Inliner inliner(body.program, target);
  Region region;
  const Region& from = body.program.body;
  for (size_t i = 0; i < from.params.size(); ++i) {
    if (i < body.numParameters)
      region.params.push_back(inliner.define(from.params[i]));
    else
      inliner.bind(from.params[i], captures[i - body.numParameters]);
  }
  inliner.copyBody(from, region);
  return region;
}

} // namespace lz::lazy
