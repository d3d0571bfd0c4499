// Modules in every format that Lazuli reads, told apart by their content alone. Free of MLIR.
#pragma once

#include "base/Status.h"
#include "spec/Program.h"

#include <string>

namespace lz {

enum class ModuleFormat : uint8_t {
  StableHloText,
  Bytecode, // of MLIR: StableHLO, and portable artifacts
  HloText,
  Unknown, // bytes that are no text
};

// What the bytes are by how they begin; it does not say that the rest is right.
ModuleFormat describeFormat(std::string_view bytes);
// "StableHLO text", for messages.
std::string_view formatName(ModuleFormat format);

// The program of a module in any of these formats; `name` stands for the file in messages and
// locations. Errors: those of the format's reader, and unimplemented for formats that have none.
StatusOr<Program> readModule(const std::string& bytes, const std::string& name);

} // namespace lz
