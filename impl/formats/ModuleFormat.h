// Recognizes the formats of modules by their content. Free of MLIR.
#pragma once

#include <cstdint>
#include <string_view>

namespace lz::formats {

enum class ModuleFormat : uint8_t {
  StableHloText,
  Bytecode, // of MLIR: StableHLO, and portable artifacts
  HloText,
  HloProto, // HloModuleProto, HloProto
  Unknown,  // bytes that are not text
};

// The format that the first bytes indicate. The rest is not checked.
ModuleFormat describeFormat(std::string_view bytes);

// Whether the byte occurs in no text: a control character other than white space.
bool isBinary(char byte);

} // namespace lz::formats
