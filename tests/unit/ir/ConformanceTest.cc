// Every file of StableHLO's own test data parses, or is refused because it uses something that
// Lazuli does not have.
#include "formats/stablehlo/StableHloText.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace lz::formats {
namespace {

std::vector<std::string> splitInput(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::string> parts(1);
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("// -----", 0) == 0)
      parts.emplace_back();
    else
      parts.back() += line + "\n";
  }
  return parts;
}

// Returns true if the text has element types that the parser of MLIR 19 does not know.
bool usesNewerTypes(const std::string& text) {
  for (const char* type : {"f6E2M3FN", "f6E3M2FN"})
    if (text.find(type) != std::string::npos)
      return true;
  return false;
}

TEST(Conformance, FilesParseOrAreNotSupported) {
  const char* given = std::getenv("LAZULI_CONFORMANCE_DIR");
  std::filesystem::path root = given ? given : LAZULI_CONFORMANCE_DEFAULT;
  if (!std::filesystem::is_directory(root))
    GTEST_SKIP() << "NO CONFORMANCE FILES: set LAZULI_CONFORMANCE_DIR (looked in " << root << ")";
  int parsed = 0, notSupported = 0, failed = 0;
  for (const char* folder : {"testdata", "testdata/quantized", "interpret"}) {
    for (const auto& entry : std::filesystem::directory_iterator(root / folder)) {
      if (entry.path().extension() != ".mlir")
        continue;
      for (const std::string& text : splitInput(entry.path())) {
        Status status = parseStableHlo(text, entry.path().filename()).status();
        bool refused = absl::IsUnimplemented(status) || usesNewerTypes(text);
        parsed += status.ok();
        notSupported += !status.ok() && refused;
        if (!status.ok() && !refused && ++failed <= 20)
          ADD_FAILURE() << std::string(status.message()).substr(0, 300);
      }
    }
  }
  std::printf("conformance: %d parsed, %d not supported, %d failed\n", parsed, notSupported,
              failed);
  EXPECT_GT(parsed, 900);
}

} // namespace
} // namespace lz::formats
