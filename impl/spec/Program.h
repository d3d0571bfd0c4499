// A program as plain data, free of MLIR. The lazy side records it, the compiler receives it, and
// the reference interpreter runs it. Fusion regions are also turned into it.
//
// Values are numbered across the whole program, regions included, so that a region's body refers to
// values of the enclosing scopes by number (StableHLO's implicit capture).
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

// A list of ops, in which every operand is defined before its use.
struct Region {
  std::vector<ValueId> params;
  std::vector<Op> ops;
  std::vector<ValueId> results;
};

struct Op {
  Opcode opcode;
  ValueIds operands{};
  ValueIds results{};
  Attrs attrs{}; // as OpInfo::attrs
  std::vector<Region> regions{};
  int32_t location = -1; // into Program::locations; -1: none
};

struct Program {
  std::vector<TensorType> types; // by ValueId
  Region body;
  std::vector<std::string> locations; // "model.c:12"
  // For each parameter of `body`: whether the caller gives its buffer away. Empty if it does so for
  // none.
  std::vector<bool> donated;

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
