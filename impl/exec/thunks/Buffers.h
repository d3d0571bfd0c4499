// Buffers: the values of a program with their places in memory.
#pragma once

#include "base/Literal.h"
#include "base/Steps.h"

#include <string>
#include <vector>

namespace lz::exec {

// A buffer is a value of the steps, together with its place in memory.
using BufferKind = ValueKind;

struct BufferSpec {
  BufferKind kind;
  int64_t bytes = 0;       // 0 for kind Rows
  int32_t ordinal = -1;    // index of the input, output or constant
  int64_t offset = 0;      // the place of a Temp in the arena, a multiple of 64 bytes
  Literal constant{};      // the value of a Constant
  std::string origin{};    // for reports: what writes the buffer, "maximum"
  std::string op{};        // for errors: the op in `origin`
  LocationIds locations{}; // of the op and the other ops of its kernel, in the executable's list
  int64_t content = 0;     // of a View: the bytes of its elements, for statistics
  ValueId viewOf = -1;     // only for a View: the buffer, with a lower id, of which it is a slice
};

using BufferId = ValueId; // index in ExecutableSpec::buffers

} // namespace lz::exec
