// Copies of ops and regions with fresh values: what inlining a function, recomputing a body and
// taking a region out of its program have in common.
#pragma once

#include "base/HashMap.h"
#include "spec/Program.h"

namespace lz {

// Copies parts of `source` into `target`, which may be the same program: then values that are
// neither bound nor defined by what is copied keep their numbers. In two programs such a value is
// kNoValue, so bind captures first. Recursion depth is that of nested regions.
class Cloner {
public:
  static constexpr ValueId kNoValue = -1;

  Cloner(const Program& source, Program& target);

  // `from`, a value of the source, is `to` in the target.
  void bind(ValueId from, ValueId to);
  ValueId lookup(ValueId from) const;

  // Appends copies of `ops` to `to`. Neither may lie in the other.
  void cloneOps(const std::vector<Op>& ops, std::vector<Op>& to);
  // With fresh parameters.
  Region cloneRegion(const Region& region);

private:
  ValueId define(ValueId from);
  Op cloneOp(const Op& op);
  int32_t cloneLocation(int32_t from);

  const Program& source_;
  Program& target_;
  HashMap<ValueId, ValueId> map_;
  std::vector<int32_t> locations_; // by location of the source; -1: not copied yet
};

// Values that the region uses but neither takes nor defines, in the order of their first use.
std::vector<ValueId> capturesOf(const Region& region);

} // namespace lz
