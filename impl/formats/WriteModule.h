// Writes programs in every format that Lazuli knows. This header does not include MLIR.
#pragma once

#include "absl/types/span.h"
#include "base/Status.h"
#include "spec/Program.h"

#include <string>
#include <string_view>

namespace lz::formats {

struct WrittenFormat {
  std::string_view name; // "hlo"
  std::string_view title;
  StatusOr<std::string> (*write)(const Program& program);
};

// Returns the formats that writeModule knows: stablehlo, stablehlo-generic, bytecode, portable, hlo
// and hlo-proto.
absl::Span<const WrittenFormat> writtenFormats();

// Writes the program in the format with this name. readModule can read the result. If the format is
// unknown, returns invalid-argument.
StatusOr<std::string> writeModule(const Program& program, std::string_view format);

} // namespace lz::formats
