// Buffers: the values of a program with their places in memory.
#pragma once

#include "base/Literal.h"
#include "base/Steps.h"

#include <string>
#include <vector>

namespace lz::exec {

// A buffer is a value of the steps that has a place.
using BufferKind = ValueKind;

struct BufferSpec {
  BufferKind kind;
  int64_t bytes = 0;         // 0 for kind Rows
  int32_t ordinal = -1;      // number of the input, output or constant
  int64_t offset = 0;        // of a Temp in the arena, 64-byte aligned
  Literal constant{};        // of a Constant
  std::string origin{};      // the op that writes it, "maximum at net.c:12"; for reports
  std::string op{}, place{}; // the same in parts, for errors: "maximum", "net.c:12"
};

using BufferId = ValueId; // index into ExecutableSpec::buffers

} // namespace lz::exec
