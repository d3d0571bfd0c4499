// Buffers: the values of a program with their places.
#pragma once

#include "base/Literal.h"
#include "base/Steps.h"

#include <string>
#include <vector>

namespace lz::exec {

// A buffer is a value of the steps with a place.
using BufferKind = ValueKind;

struct BufferSpec {
  BufferKind kind;
  int64_t bytes = 0;         // Rows: 0
  int32_t ordinal = -1;      // Input, Output, Constant: which one
  int64_t offset = 0;        // Temp: in the arena, 64-byte aligned
  Literal constant{};        // Constant
  std::string origin{};      // what writes it, "maximum at net.c:12"; for reports
  std::string op{}, place{}; // the same in parts, for errors: "maximum", "net.c:12"
};

using BufferId = ValueId; // index into ExecutableSpec::buffers

} // namespace lz::exec
