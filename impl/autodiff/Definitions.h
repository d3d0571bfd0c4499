// Which op defines a value, and which integers are known before the program runs.
#pragma once

#include "base/HashMap.h"
#include "spec/Program.h"

#include <optional>

namespace lz::autodiff {

// Of the lists of ops that are added, which must stay put; values of other scopes are asked of
// `outer`. Lists are looked at when somebody asks for the first time.
class Definitions {
public:
  explicit Definitions(const Program& program, const Definitions* outer = nullptr)
      : program_(program), outer_(outer) {}

  void add(const std::vector<Op>& ops) { pending_.push_back(&ops); }
  // `value`, say a parameter, always has the value of `source`.
  void alias(ValueId value, ValueId source) { aliases_[value] = source; }

  // nullptr: a parameter, or of a list that was not added.
  const Op* of(ValueId value) const;
  // What every element of the value is, if it is made of an integer constant by conversions between
  // integers and by views: reshape(convert(5)).
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
