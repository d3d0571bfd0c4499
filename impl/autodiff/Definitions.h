// Finds the op that defines a value, and the integers that are known before the program runs.
#pragma once

#include "base/HashMap.h"
#include "spec/Program.h"

#include <optional>

namespace lz::autodiff {

// Knows the ops in the lists that are added, which must not move. `outer` answers for values of
// other scopes. A list is read only when it is needed for the first time.
class Definitions {
public:
  explicit Definitions(const Program& program, const Definitions* outer = nullptr)
      : program_(program), outer_(outer) {}

  void add(const std::vector<Op>& ops) { pending_.push_back(&ops); }
  // `value`, say a parameter, always has the value of `source`.
  void alias(ValueId value, ValueId source) { aliases_[value] = source; }

  // Returns nullptr if the value is a parameter, or if its list was not added.
  const Op* of(ValueId value) const;
  // The integer that every element of the value is, if it is made from an integer constant by
  // conversions between integers and by views: reshape(convert(5)).
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
