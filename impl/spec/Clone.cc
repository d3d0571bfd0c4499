#include "spec/Clone.h"

#include "base/HashMap.h"

namespace lz {

Cloner::Cloner(const Program& source, Program& target)
    : source_(source), target_(target),
      locations_(&source == &target ? 0 : source.locations.size(), -1) {}

void Cloner::bind(ValueId from, ValueId to) {
  map_[from] = to;
}

ValueId Cloner::lookup(ValueId from) const {
  if (auto it = map_.find(from); it != map_.end())
    return it->second;
  return &source_ == &target_ ? from : kNoValue;
}

ValueId Cloner::define(ValueId from) {
  ValueId to = target_.addValue(TensorType(source_.type(from)));
  bind(from, to);
  return to;
}

int32_t Cloner::cloneLocation(int32_t from) {
  if (from < 0 || &source_ == &target_)
    return from;
  int32_t& to = locations_[size_t(from)];
  if (to < 0) {
    to = int32_t(target_.locations.size());
    target_.locations.push_back(source_.locations[size_t(from)]);
  }
  return to;
}

Op Cloner::cloneOp(const Op& op) {
  Op copy{op.opcode, {}, {}, op.attrs, {}, cloneLocation(op.location)};
  for (ValueId operand : op.operands)
    copy.operands.push_back(lookup(operand));
  for (const Region& region : op.regions)
    copy.regions.push_back(cloneRegion(region));
  for (ValueId result : op.results)
    copy.results.push_back(define(result));
  return copy;
}

void Cloner::cloneOps(const std::vector<Op>& ops, std::vector<Op>& to) {
  to.reserve(to.size() + ops.size());
  for (const Op& op : ops)
    to.push_back(cloneOp(op));
}

Region Cloner::cloneRegion(const Region& region) {
  Region copy;
  for (ValueId param : region.params)
    copy.params.push_back(define(param));
  cloneOps(region.ops, copy.ops);
  for (ValueId result : region.results)
    copy.results.push_back(lookup(result));
  return copy;
}

namespace {

class CaptureCollector {
public:
  void visit(const Region& region) {
    defined_.insert(region.params.begin(), region.params.end());
    for (const Op& op : region.ops) {
      use(op.operands);
      for (const Region& inner : op.regions)
        visit(inner);
      defined_.insert(op.results.begin(), op.results.end());
    }
    use(region.results);
  }
  std::vector<ValueId> take() { return std::move(captures_); }

private:
  template <typename Ids> void use(const Ids& ids) {
    for (ValueId id : ids)
      if (!defined_.contains(id) && seen_.insert(id).second)
        captures_.push_back(id);
  }

  HashSet<ValueId> defined_, seen_;
  std::vector<ValueId> captures_;
};

} // namespace

std::vector<ValueId> capturesOf(const Region& region) {
  CaptureCollector collector;
  collector.visit(region);
  return collector.take();
}

} // namespace lz
