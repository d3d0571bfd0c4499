#include "formats/ModuleFormat.h"

#include "formats/xla/proto/HloProto.h"
#include "formats/xla/text/HloText.h"

#include <algorithm>

namespace lz::formats {

constexpr size_t kBeginning = 512; // bytes at the start that decide whether a module is text

bool isBinary(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  return code < 32 && byte != '\n' && byte != '\t' && byte != '\r';
}

ModuleFormat describeFormat(std::string_view bytes) {
  if (bytes.substr(0, 4) == "ML\xefR")
    return ModuleFormat::Bytecode;
  std::string_view beginning = bytes.substr(0, kBeginning);
  if (std::any_of(beginning.begin(), beginning.end(), isBinary))
    return xla::isHloProto(bytes) ? ModuleFormat::HloProto : ModuleFormat::Unknown;
  return xla::isHloText(bytes) ? ModuleFormat::HloText : ModuleFormat::StableHloText;
}

} // namespace lz::formats
