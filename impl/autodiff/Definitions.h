// Finds the op that defines a value, and the integers that are known at compile time.
#pragma once

#include "base/HashMap.h"
#include "spec/Program.h"

#include <optional>

namespace lz::autodiff {

// Looks up values in the lists of ops that were passed to add(). The lists must not move. Values
// that are not found there are looked up in `outer`. A list is read when it is first needed.
class Definitions {
public:
  explicit Definitions(const Program& program, const Definitions* outer = nullptr)
      : program_(program), outer_(outer) {}

  void add(const std::vector<Op>& ops) { pending_.push_back(&ops); }
  // States that `value`, for example a parameter, always equals `source`.
  void alias(ValueId value, ValueId source) { aliases_[value] = source; }

  // Returns nullptr if the value is a parameter, or if its list was not added.
  const Op* of(ValueId value) const;
  // Returns the integer that every element of the value equals, if the value is an integer constant
  // or is made from one by integer conversions and views, for example reshape(convert(5)).
  // Otherwise returns nullopt.
  std::optional<int64_t> integer(ValueId value) const;

private:
  ValueId resolve(ValueId value) const;

  const Program& program_;
  const Definitions* outer_;
  HashMap<ValueId, ValueId> aliases_;
  mutable std::vector<const std::vector<Op>*> pending_;
  mutable HashMap<ValueId, const Op*> ops_;
};

} // namespace lz::autodiff
