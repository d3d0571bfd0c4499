// Modules in MLIR bytecode and portable artifacts.
#include "BytecodeText.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace lz::formats {
namespace {

std::string contentOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

std::filesystem::path conformanceFolder() {
  const char* given = std::getenv("LAZULI_CONFORMANCE_DIR");
  return given ? given : LAZULI_CONFORMANCE_DEFAULT;
}

class VhloFile : public testing::TestWithParam<std::string> {};

// The file holds the same program as the text file next to it.
TEST_P(VhloFile, HoldsWhatItsTextSays) {
  const std::filesystem::path path = conformanceFolder() / "vhlo" / GetParam();
  if (!std::filesystem::exists(path))
    GTEST_SKIP() << "NO CONFORMANCE FILES: set LAZULI_CONFORMANCE_DIR (looked for " << path << ")";
  std::filesystem::path text = path;
  EXPECT_EQ(conformance::compareWithText(contentOf(path), contentOf(text.replace_extension()),
                                         GetParam()),
            okStatus());
}

std::vector<std::string> vhloFiles() {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(conformanceFolder() / "vhlo", error))
    if (entry.path().extension() == ".bc")
      files.push_back(entry.path().filename());
  std::sort(files.begin(), files.end());
  if (files.empty())
    files.push_back("none.mlir.bc");
  return files;
}
INSTANTIATE_TEST_SUITE_P(Released, VhloFile, testing::ValuesIn(vhloFiles()), [](const auto& info) {
  std::string name = info.param;
  std::replace_if(name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
  return name;
});

} // namespace
} // namespace lz::formats
