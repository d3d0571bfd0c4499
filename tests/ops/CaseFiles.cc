#include "CaseFiles.h"

#include "lz-run/Source.h"

#include <algorithm>
#include <filesystem>

namespace lz::test {

std::vector<CaseProgram> readCaseFiles(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".mlir")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<CaseProgram> programs;
  for (const auto& file : files) {
    auto sources = run::readSources(file.string());
    for (size_t i = 0; i < sources.value().size(); ++i)
      programs.push_back({absl::StrCat(file.stem().string(), "_", i + 1), (*sources)[i].text});
  }
  return programs;
}

} // namespace lz::test
