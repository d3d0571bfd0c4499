// Finds the op that defines a value. Also finds the values that are integers known at compile time.
#pragma once

#include "base/HashMap.h"
#include "spec/Program.h"

#include <optional>

namespace lz::autodiff {

// Finds the op of a value in the lists of ops that were passed to add(). Values that are in none of
// the lists are looked up in `outer`. The lists must not move.
class Definitions {
public:
  explicit Definitions(const Program& program, const Definitions* outer = nullptr)
      : program_(program), outer_(outer) {}

  void add(const std::vector<Op>& ops) { pending_.push_back(&ops); }
  // States that `value`, for example a parameter, always equals `source`.
  void alias(ValueId value, ValueId source) { aliases_[value] = source; }

  // Returns the op that computes the value, or nullptr if this op is in no list.
  const Op* of(ValueId value) const;
  // Returns the integer that every element of the value equals, or nullopt if it is not known. It
  // is known for integer constants, and for conversions and views of them, such as
  // reshape(convert(5)).
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
