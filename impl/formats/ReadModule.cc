#include "formats/ReadModule.h"

#include "formats/ModuleFormat.h"
#include "formats/bytecode/Bytecode.h"
#include "formats/stablehlo/StableHloText.h"
#include "formats/xla/ParseHlo.h"

#include <algorithm>

namespace lz::formats {
namespace {

StatusOr<Program> refuseUnknown(const std::string& bytes, const std::string& name,
                                const std::string&) {
  const auto place = std::find_if(bytes.begin(), bytes.end(), isBinary) - bytes.begin();
  return unimplemented(name, ": the file is neither text, since byte ", place,
                       " is not a text character, nor MLIR bytecode; give "
                       "StableHLO as text or bytecode, or HLO as text or HloModuleProto");
}

struct Reader {
  ModuleFormat format;
  StatusOr<Program> (*read)(const std::string& bytes, const std::string& name,
                            const std::string& function);
};
constexpr Reader kReaders[] = {
    {ModuleFormat::StableHloText, parseStableHlo},
    {ModuleFormat::Bytecode, parseBytecode},
    {ModuleFormat::HloText, parseHlo},
    {ModuleFormat::HloProto, parseHloProto},
    {ModuleFormat::Unknown, refuseUnknown},
};

} // namespace

StatusOr<Program> readModule(const std::string& bytes, const std::string& name,
                             const std::string& function) {
  const ModuleFormat format = describeFormat(bytes);
  const Reader* reader = std::find_if(std::begin(kReaders), std::end(kReaders),
                                      [&](const Reader& r) { return r.format == format; });
  return reader->read(bytes, name, function);
}

} // namespace lz::formats
