// Copies ops and regions with new values, for example to inline a function or to take a region out
// of its program.
#pragma once

#include "base/HashMap.h"
#include "spec/Program.h"

namespace lz {

// Copies parts of `source` into `target`. If source and target are different programs, captured
// values must be bound first. In the same program, a captured value that is not bound keeps its
// number.
class Cloner {
public:
  static constexpr ValueId kNoValue = -1;

  Cloner(const Program& source, Program& target);

  // Replaces `from`, a value of the source, by `to` in the target.
  void bind(ValueId from, ValueId to);
  ValueId lookup(ValueId from) const;

  // Appends copies of `ops` to `to`. Neither list may contain the other.
  void cloneOps(const std::vector<Op>& ops, std::vector<Op>& to);
  // Returns a copy of the region with new parameters.
  Region cloneRegion(const Region& region);

private:
  ValueId define(ValueId from);
  Op cloneOp(const Op& op);
  int32_t cloneLocation(int32_t from);

  const Program& source_;
  Program& target_;
  HashMap<ValueId, ValueId> map_;
  // The copy of each location of the source, or -1 if the location is not copied yet.
  std::vector<int32_t> locations_;
};

// Returns the values that the region uses but does not define, neither as a parameter nor by an op,
// in the order of their first use.
std::vector<ValueId> capturesOf(const Region& region);

} // namespace lz
