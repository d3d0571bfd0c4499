// Programs in every format that Lazuli writes. Free of MLIR.
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

// stablehlo, stablehlo-generic, bytecode, portable, hlo, hlo-proto.
absl::Span<const WrittenFormat> writtenFormats();

// The program in the format with this name, which readModule reads. Errors: invalid-argument for
// another name; those of the format's writer.
StatusOr<std::string> writeModule(const Program& program, std::string_view format);

} // namespace lz::formats
