// A program as plain data, without MLIR. Recording makes programs, and the compiler and the
// reference interpreter read them.
//
// Every value of the program has an id of its own, even in regions. So a region can refer to values
// of the enclosing scopes by their ids (StableHLO's implicit capture).
#pragma once

#include "absl/container/inlined_vector.h"
#include "base/Shape.h"
#include "spec/Attr.h"
#include "spec/OpInfo.h"

#include <memory>
#include <string>
#include <vector>

namespace lz {

using ValueId = int32_t;
using ValueIds = absl::InlinedVector<ValueId, 3>;

struct Op;

// A list of ops. Each operand is defined before its use.
struct Region {
  std::vector<ValueId> params;
  std::vector<Op> ops;
  std::vector<ValueId> results;
};

struct Op {
  Opcode opcode;
  ValueIds operands{};
  ValueIds results{};
  Attrs attrs{}; // in the order of OpInfo::attrs
  std::vector<Region> regions{};
  int32_t location = -1; // index into Program::locations; -1 if none
};

struct Program {
  std::vector<TensorType> types; // index: ValueId
  Region body;
  std::vector<std::string> locations; // for example "model.c:12"
  // For each parameter of `body`: whether the caller donates its buffer. Empty if none is donated.
  std::vector<bool> donated;
  // A text may also have tokens as parameters and results, which a program does not need. These are
  // their places among all parameters or results of the text, in order.
  std::vector<int64_t> tokenParams{}, tokenResults{};

  ValueId addValue(TensorType type) {
    types.push_back(std::move(type));
    return ValueId(types.size()) - 1;
  }
  const TensorType& type(ValueId v) const { return types[size_t(v)]; }
};

// Returns readable text, with one op per line:
//   %2 = add %0, %1 : tensor<2xf32>
std::string print(const Program& program);

} // namespace lz
