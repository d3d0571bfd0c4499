#include "hlo/format/ReadModule.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "hlo/format/StableHloText.h"
#include "hlo/format/bytecode/Bytecode.h"

#include <algorithm>

namespace lz {
namespace {

constexpr size_t kBeginning = 512; // bytes that show whether it is text

bool isBytecode(absl::string_view bytes) {
  return absl::StartsWith(bytes, "ML\xefR");
}

// Blanks are its only control characters.
bool isText(absl::string_view bytes) {
  absl::string_view beginning = bytes.substr(0, kBeginning);
  return std::all_of(beginning.begin(), beginning.end(), [](unsigned char c) {
    return c >= 32 || c == '\n' || c == '\t' || c == '\r';
  });
}

bool isHloText(absl::string_view bytes) {
  return isText(bytes) && absl::StartsWith(absl::StripLeadingAsciiWhitespace(bytes), "HloModule");
}

bool isAnything(absl::string_view) {
  return true;
}

StatusOr<Program> refuseHloText(const std::string&, const std::string& name) {
  return unimplemented(name, ": HLO text is not supported yet; give StableHLO as text or bytecode");
}

StatusOr<Program> refuseUnknown(const std::string& bytes, const std::string& name) {
  auto other = std::find_if(bytes.begin(), bytes.end(), [](unsigned char c) {
    return c < 32 && c != '\n' && c != '\t' && c != '\r';
  });
  return unimplemented(name, ": byte ", other - bytes.begin(),
                       " is in no text, and the file does not begin as MLIR bytecode; give "
                       "StableHLO as text or bytecode");
}

struct Reader {
  ModuleFormat format;
  std::string_view name;
  bool (*recognizes)(absl::string_view bytes);
  StatusOr<Program> (*read)(const std::string& bytes, const std::string& name);
};
// The first one that recognizes the bytes reads them.
constexpr Reader kReaders[] = {
    {ModuleFormat::Bytecode, "MLIR bytecode", isBytecode, parseBytecode},
    {ModuleFormat::HloText, "HLO text", isHloText, refuseHloText},
    {ModuleFormat::StableHloText, "StableHLO text", isText, parseStableHlo},
    {ModuleFormat::Unknown, "an unknown format", isAnything, refuseUnknown},
};

const Reader& readerOf(absl::string_view bytes) {
  return *std::find_if(std::begin(kReaders), std::end(kReaders),
                       [&](const Reader& reader) { return reader.recognizes(bytes); });
}

} // namespace

ModuleFormat describeFormat(std::string_view bytes) {
  return readerOf({bytes.data(), bytes.size()}).format;
}

std::string_view formatName(ModuleFormat format) {
  return std::find_if(std::begin(kReaders), std::end(kReaders),
                      [&](const Reader& reader) { return reader.format == format; })
      ->name;
}

StatusOr<Program> readModule(const std::string& bytes, const std::string& name) {
  return readerOf(bytes).read(bytes, name);
}

} // namespace lz
