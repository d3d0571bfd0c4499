// Copies ops and regions with new values: for inlining a function, for recomputing a body, and for
// taking a region out of its program.
#pragma once

#include "base/HashMap.h"
#include "spec/Program.h"

namespace lz {

// Copies parts of `source` into `target`. If these are one program, values that are neither bound
// nor defined by the copied ops keep their numbers. In two programs such a value becomes kNoValue,
// so bind captures first. The recursion is as deep as the nested regions.
class Cloner {
public:
  static constexpr ValueId kNoValue = -1;

  Cloner(const Program& source, Program& target);

  // Replaces `from`, a value of the source, by `to` in the target.
  void bind(ValueId from, ValueId to);
  ValueId lookup(ValueId from) const;

  // Appends copies of `ops` to `to`. Neither may lie in the other.
  void cloneOps(const std::vector<Op>& ops, std::vector<Op>& to);
  // The copy has new parameters.
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
