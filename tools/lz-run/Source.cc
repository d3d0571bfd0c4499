#include "lz-run/Source.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "formats/ModuleFormat.h"
#include "npy/File.h"

#include <algorithm>

namespace lz::run {
namespace {

constexpr char kSeparator[] = "// -----";
constexpr int64_t kMostBytes = 512 << 20; // the most bytes of a module

// Checks the beginning of a file, so that the rest is read only if the file is a module.
Status checkFormat(const std::string& path, std::string_view beginning) {
  if (formats::describeFormat(beginning) == formats::ModuleFormat::Unknown)
    return unimplemented(
        path, ": neither text nor MLIR bytecode nor an HloModuleProto; give one of these");
  return okStatus();
}

// Returns whether the line begins with kSeparator, and no dash follows it. A longer line of dashes
// is a comment.
bool separates(absl::string_view line) {
  return absl::ConsumePrefix(&line, kSeparator) && !absl::StartsWith(line, "-");
}

bool isBlank(const std::string& text) {
  return absl::StripAsciiWhitespace(text).empty();
}

} // namespace

StatusOr<std::vector<Source>> readSources(const std::string& path) {
  LZ_ASSIGN_OR_RETURN(std::string content,
                      npy::readFile(path, kMostBytes, [&](std::string_view beginning) {
                        return checkFormat(path, beginning);
                      }));
  const formats::ModuleFormat format = formats::describeFormat(content);
  if (format == formats::ModuleFormat::Bytecode || format == formats::ModuleFormat::HloProto)
    return std::vector<Source>{{path, std::move(content)}};

  std::vector<Source> sources(1);
  size_t line = 0;
  for (size_t at = 0; at < content.size(); ++line) {
    size_t end = std::min(content.find('\n', at), content.size() - 1) + 1;
    absl::string_view text(content.data() + at, end - at);
    at = end;
    if (!separates(text)) {
      sources.back().text.append(text.data(), text.size());
      continue;
    }
    if (isBlank(sources.back().text))
      sources.pop_back();
    sources.push_back({"", std::string(line + 1, '\n')});
  }
  if (sources.size() > 1 && isBlank(sources.back().text))
    sources.pop_back();
  for (size_t i = 0; i < sources.size(); ++i)
    sources[i].name = sources.size() == 1 ? path : absl::StrCat(path, "#", i + 1);
  return sources;
}

} // namespace lz::run
