// Recognizes the formats of modules by their content. This header does not include MLIR.
#pragma once

#include <cstdint>
#include <string_view>

namespace lz::formats {

enum class ModuleFormat : uint8_t {
  StableHloText,
  Bytecode, // MLIR bytecode: StableHLO or portable artifacts
  HloText,
  HloProto, // HloModuleProto, HloProto
  Unknown,  // binary data of another format
};

// Returns the format that the first bytes indicate. Does not check the remaining bytes.
ModuleFormat describeFormat(std::string_view bytes);

// Returns whether the byte is a control character other than white space. Text never contains such
// bytes.
bool isBinary(char byte);

} // namespace lz::formats
