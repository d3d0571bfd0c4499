// The formats of modules, told apart by their content alone. Free of MLIR.
#pragma once

#include <cstdint>
#include <string_view>

namespace lz {

enum class ModuleFormat : uint8_t {
  StableHloText,
  Bytecode, // of MLIR: StableHLO, and portable artifacts
  HloText,
  HloProto, // HloModuleProto, HloProto
  Unknown,  // bytes that are no text
};

// What the bytes are by how they begin; it does not say that the rest is right.
ModuleFormat describeFormat(std::string_view bytes);

// Whether the byte is in no text: a control character that is no blank.
bool isBinary(char byte);

} // namespace lz
