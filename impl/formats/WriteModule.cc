#include "formats/WriteModule.h"

#include "absl/strings/str_join.h"
#include "formats/bytecode/Bytecode.h"
#include "formats/stablehlo/StableHloText.h"
#include "formats/xla/ParseHlo.h"

namespace lz::formats {
namespace {

StatusOr<std::string> writeStableHlo(const Program& program) {
  return printStableHlo(program);
}

StatusOr<std::string> writeGenericStableHlo(const Program& program) {
  return printGenericStableHlo(program);
}

StatusOr<std::string> writeBytecode(const Program& program) {
  return printBytecode(program);
}

constexpr WrittenFormat kFormats[] = {
    {"stablehlo", "StableHLO text", writeStableHlo},
    {"stablehlo-generic", "StableHLO text in the generic form", writeGenericStableHlo},
    {"bytecode", "MLIR bytecode of version 6", writeBytecode},
    {"portable", "a portable artifact of StableHLO 1.8.0", printPortable},
    {"hlo", "HLO text", printHlo},
    {"hlo-proto", "HloModuleProto", printHloProto},
};

} // namespace

absl::Span<const WrittenFormat> writtenFormats() {
  return kFormats;
}

StatusOr<std::string> writeModule(const Program& program, std::string_view format) {
  for (const WrittenFormat& known : kFormats)
    if (known.name == format)
      return known.write(program);
  auto appendName = [](std::string* out, const WrittenFormat& known) { out->append(known.name); };
  return invalidArgument("there is no format '", format,
                         "'; use one of: ", absl::StrJoin(writtenFormats(), ", ", appendName));
}

} // namespace lz::formats
