#include "RunFile.h"

#include "BytecodeText.h"
#include "RunProgram.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "lz-run/Source.h"
#include "npy/File.h"

#include <algorithm>
#include <filesystem>

namespace lz::conformance {
namespace {

namespace fs = std::filesystem;

bool isBytecode(const fs::path& path) {
  return path.extension() == ".bc" || path.extension() == ".mlirbc";
}

// Returns the path of the text file next to a bytecode file, or an empty path if there is none.
fs::path textBeside(const fs::path& path) {
  fs::path text = path;
  text.replace_extension();
  if (isBytecode(path) && text.extension() == ".mlir" && fs::exists(text))
    return text;
  return {};
}

bool hasBytecodeBeside(const fs::path& path) {
  return fs::exists(path.string() + ".bc") || fs::exists(path.string() + ".mlirbc");
}

StatusOr<std::string> contentOf(const fs::path& path) {
  constexpr int64_t kMostBytes = 512 << 20;
  return npy::readFile(path, kMostBytes, [](std::string_view) { return okStatus(); });
}

Status compareFiles(const fs::path& bytecode, const fs::path& text, const std::string& name) {
  LZ_ASSIGN_OR_RETURN(std::string bytes, contentOf(bytecode));
  LZ_ASSIGN_OR_RETURN(std::string words, contentOf(text));
  return compareWithText(bytes, words, name);
}

// Returns true if the text has only comments.
bool isEmpty(const std::string& text) {
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    line = absl::StripLeadingAsciiWhitespace(line);
    if (!line.empty() && !absl::StartsWith(line, "//"))
      return false;
  }
  return true;
}

// For programs that must not be run: reports the outcomes of all steps except Read as Disabled.
class DisabledJournal : public Journal {
public:
  DisabledJournal(Journal& journal, std::string reason)
      : journal_(journal), reason_(std::move(reason)) {}

  void begins(const std::string& program, Step step) override { journal_.begins(program, step); }
  void ends(const Outcome& outcome) override {
    Outcome told = outcome;
    if (outcome.step != Step::Read) {
      told.verdict = Verdict::Disabled;
      told.reason = absl::StrCat(reason_, ": ", nameOf(outcome.verdict),
                                 outcome.reason.empty() ? "" : ", ", outcome.reason);
    }
    journal_.ends(told);
  }

private:
  Journal& journal_;
  const std::string reason_;
};

} // namespace

std::optional<std::string> disabledReason(const std::string& text) {
  std::optional<std::string> reason;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (!absl::StrContains(line, "--interpret"))
      continue;
    if (absl::StartsWith(line, "// RUN:"))
      return std::nullopt;
    const size_t begin = line.find("RUN-DISABLED"), end = line.find(')');
    if (begin != absl::string_view::npos && end != absl::string_view::npos && end > begin)
      reason = std::string(line.substr(begin, end + 1 - begin));
  }
  return reason;
}

std::vector<std::string> findFiles(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path& path = entry.path();
    const bool isText = path.extension() == ".mlir" && !hasBytecodeBeside(path);
    if (entry.is_regular_file() && (isText || path.extension() == ".hlo" || isBytecode(path)))
      files.push_back(path.lexically_relative(folder));
  }
  std::sort(files.begin(), files.end());
  return files;
}

void runFile(const std::string& file, const FileOptions& options, Journal& journal) {
  const fs::path path = fs::path(options.folder) / file;
  journal.begins(file, Step::Read);
  if (const fs::path text = textBeside(path); !text.empty())
    return journal.ends(outcomeOf(file, Step::Read, compareFiles(path, text, file)));
  StatusOr<std::vector<run::Source>> sources = run::readSources(path);
  if (!sources.ok())
    return journal.ends(outcomeOf(file, Step::Read, sources.status()));
  const std::optional<std::string> reason =
      isBytecode(path) ? std::nullopt : disabledReason(sources->front().text);
  DisabledJournal disabled(journal, reason.value_or(""));
  Journal& told = reason ? disabled : journal;
  for (size_t i = 0; i < sources->size(); ++i) {
    const std::string name = sources->size() == 1 ? file : absl::StrCat(file, "#", i + 1);
    const std::string& text = (*sources)[i].text;
    if (isEmpty(text) && sources->size() > 1)
      continue;
    path.extension() == ".hlo" ? runHlo(name, text, options, told)
                               : runStableHlo(name, text, options, told);
  }
}

} // namespace lz::conformance
