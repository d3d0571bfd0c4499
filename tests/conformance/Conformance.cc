// Runs the StableHLO conformance files through the reference interpreter and counts what passes.
//
// usage: conformance DIRECTORY MINIMUM_FILE [--verbose]       ($LAZULI_CONFORMANCE_DIR wins over
//                                                              DIRECTORY)
// MINIMUM_FILE says how many pass, and behind that which files fail: those whose expected values
// are further from the exact ones than the three units in the last place that they ask for.
// StableHLO does not interpret them either ("no interpreter support").
// Exit status: 0 at least as many pass and no other fails, 1 otherwise, 77 no such directory.
#include "RewriteChecks.h"
#include "hlo/eval/Evaluate.h"
#include "hlo/format/StableHloText.h"
#include "lz-run/Source.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace lz::conformance {
namespace {

constexpr int kSkipped = 77;

struct Result {
  std::string name;
  Status status;
};

Status runSource(const run::Source& source) {
  LZ_ASSIGN_OR_RETURN(Program program, parseStableHlo(rewriteChecks(source.text), source.name));
  return evaluate(program, {}).status();
}

std::vector<Result> runFolder(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".mlir")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Result> results;
  for (const auto& file : files) {
    auto sources = run::readSources(file.string());
    if (!sources.ok()) {
      results.push_back({file.string(), sources.status()});
      continue;
    }
    for (const run::Source& source : *sources)
      results.push_back({source.name, runSource(source)});
  }
  return results;
}

enum class Kind { Pass, Fail, Unsupported };

// A failed check or a run that went wrong is a failure; what cannot be parsed or evaluated is not
// supported yet.
Kind kindOf(const Status& status) {
  if (status.ok())
    return Kind::Pass;
  return status.code() == absl::StatusCode::kUnimplemented ||
                 status.code() == absl::StatusCode::kInvalidArgument
             ? Kind::Unsupported
             : Kind::Fail;
}

struct Expected {
  int64_t passing = 0;
  std::set<std::string> failing; // names of files
};

Expected readExpected(const std::string& file) {
  Expected expected;
  std::ifstream stream(file);
  stream >> expected.passing;
  for (std::string name; stream >> name;)
    expected.failing.insert(name);
  return expected;
}

struct Counts {
  int64_t passed = 0, unexpected = 0;
};

Counts countAndPrint(const std::string& folder, const std::vector<Result>& results,
                     const Expected& expected, bool verbose) {
  std::map<Kind, int64_t> counts;
  int64_t unexpected = 0;
  for (const Result& result : results) {
    Kind kind = kindOf(result.status);
    ++counts[kind];
    const std::string file = std::filesystem::path(result.name).filename().string();
    unexpected += kind == Kind::Fail && !expected.failing.contains(file);
    if (kind == Kind::Fail || (verbose && kind == Kind::Unsupported))
      std::printf("%s %s: %.300s\n", kind == Kind::Fail ? "FAIL       " : "unsupported",
                  result.name.c_str(), std::string(result.status.message()).c_str());
  }
  std::printf("%-18s %5zu programs: %5lld pass, %lld fail, %lld unsupported\n", folder.c_str(),
              results.size(), static_cast<long long>(counts[Kind::Pass]),
              static_cast<long long>(counts[Kind::Fail]),
              static_cast<long long>(counts[Kind::Unsupported]));
  return {counts[Kind::Pass], unexpected};
}

int runAll(const std::string& directory, const std::string& minimumFile, bool verbose) {
  if (!std::filesystem::is_directory(directory)) {
    std::printf("not run: no directory %s; set LAZULI_CONFORMANCE_DIR\n", directory.c_str());
    return kSkipped;
  }
  const Expected expected = readExpected(minimumFile);
  Counts all;
  for (const char* folder : {"interpret", "testdata", "testdata/quantized"}) {
    std::filesystem::path path = std::filesystem::path(directory) / folder;
    if (!std::filesystem::is_directory(path))
      continue;
    const Counts counts = countAndPrint(folder, runFolder(path), expected, verbose);
    all.passed += counts.passed;
    all.unexpected += counts.unexpected;
  }
  std::printf("%lld pass; at least %lld must; %lld fail that should not\n",
              static_cast<long long>(all.passed), static_cast<long long>(expected.passing),
              static_cast<long long>(all.unexpected));
  return all.passed < expected.passing || all.unexpected > 0;
}

} // namespace
} // namespace lz::conformance

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: conformance DIRECTORY MINIMUM_FILE [--verbose]\n");
    return 2;
  }
  bool verbose = argc > 3 && std::string(argv[3]) == "--verbose";
  const char* given = std::getenv("LAZULI_CONFORMANCE_DIR");
  return lz::conformance::runAll(given ? given : argv[1], argv[2], verbose);
}
