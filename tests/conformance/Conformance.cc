// conformance: runs the programs below a folder through Lazuli (RunFile.h) and counts the outcomes
// by family.
#include "Apart.h"
#include "Results.h"
#include "RunFile.h"
#include "absl/strings/numbers.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>
#include <unistd.h>

namespace lz::conformance {
namespace {

constexpr int kUsage = 2, kSkipped = 77;

constexpr char kHelp[] =
    "usage: conformance DIR [--json FILE] [--write-docs FILE] [--known FILE] [--jobs N]\n"
    "                       [--seconds S] [--env NAME] [--verbose]\n"
    "  --json FILE        what came out of each program\n"
    "  --write-docs FILE  the table and the reasons as a page\n"
    "  --known FILE       how many programs must pass at least, and those that may fail\n"
    "  --jobs N           processes at a time; else one a core\n"
    "  --seconds S        that a step of a program may take; else 60\n"
    "  --env NAME         the variable NAME, if it is set, is run instead of DIR\n"
    "  --verbose          what is unsupported or disabled, too\n"
    "Exit status: 0 nothing failed that may not, 1 something did, 2 wrong usage, 77 no folder.\n";

struct Options {
  std::string folder, json, docs, known;
  ApartOptions apart{int(std::thread::hardware_concurrency()), 60};
  bool isVerbose = false;
};

bool readNumber(const char* word, double& number) {
  return absl::SimpleAtod(word, &number) && number > 0;
}

// Returns false if the arguments are wrong.
bool readOptions(int count, char** words, Options& options) {
  const char* variable = "";
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const bool hasValue = i + 1 < count;
    double number = 0;
    if (word == "--verbose")
      options.isVerbose = true;
    else if (word == "--json" && hasValue)
      options.json = words[++i];
    else if (word == "--write-docs" && hasValue)
      options.docs = words[++i];
    else if (word == "--known" && hasValue)
      options.known = words[++i];
    else if (word == "--env" && hasValue)
      variable = words[++i];
    else if (word == "--jobs" && hasValue && readNumber(words[++i], number))
      options.apart.jobs = int(number);
    else if (word == "--seconds" && hasValue && readNumber(words[++i], number))
      options.apart.seconds = number;
    else if (!word.starts_with("-") && options.folder.empty())
      options.folder = word;
    else
      return false;
  }
  if (const char* given = std::getenv(variable))
    options.folder = given;
  return !options.folder.empty();
}

struct Known {
  int passing = 0;
  std::set<std::string> failing = {};
};

Known readKnown(const std::string& file) {
  Known known;
  std::ifstream stream(file);
  stream >> known.passing;
  for (std::string name; stream >> name;)
    known.failing.insert(name);
  return known;
}

void printOutcomes(const std::vector<Outcome>& outcomes, bool isVerbose) {
  for (const Outcome& outcome : outcomes)
    if (outcome.verdict == Verdict::Failed || (isVerbose && outcome.verdict != Verdict::Passed))
      std::printf("%-11s %s, %s: %.300s\n", nameOf(outcome.verdict), outcome.program.c_str(),
                  nameOf(outcome.step), outcome.reason.c_str());
}

Results runAll(const Options& options) {
  const FileOptions file{options.folder, options.apart.seconds / 4};
  const std::vector<std::string> files = findFiles(options.folder);
  const bool hasTerminal = isatty(STDERR_FILENO) != 0;
  Results results;
  size_t finished = 0;
  runApart(
      files, options.apart, [&](size_t i, Journal& journal) { runFile(files[i], file, journal); },
      [&](size_t, std::vector<Outcome> outcomes) {
        printOutcomes(outcomes, options.isVerbose);
        add(results, outcomes);
        if (++finished % 10 == 0 && hasTerminal)
          std::fprintf(stderr, "\r%zu of %zu files", finished, files.size());
      });
  if (hasTerminal)
    std::fprintf(stderr, "\r%*s\r", 40, "");
  return results;
}

bool write(const std::string& file, const std::string& text) {
  if (file.empty())
    return true;
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream)
    std::fprintf(stderr, "conformance: cannot write %s\n", file.c_str());
  return bool(stream);
}

// Returns true if the results are as known. Prints every difference.
bool isAsKnown(const Results& results, const Known& known) {
  int passed = 0, unexpected = 0;
  for (const auto& [program, result] : results) {
    passed += result.verdict() == Verdict::Passed;
    unexpected += result.verdict() == Verdict::Failed && !known.failing.contains(program);
  }
  std::printf("%d passed; at least %d must; %d failed that may not\n", passed, known.passing,
              unexpected);
  return passed >= known.passing && unexpected == 0;
}

int run(const Options& options) {
  if (!std::filesystem::is_directory(options.folder)) {
    std::printf("not run: no folder %s\n", options.folder.c_str());
    return kSkipped;
  }
  const Results results = runAll(options);
  const std::string last = std::filesystem::path(options.folder + "/").parent_path().filename();
  const std::map<std::string, Counts> families = countFamilies(results, last);
  std::fputs(tableOf(families).c_str(), stdout);
  const bool areWritten = write(options.json, jsonOf(results, families)) &&
                          write(options.docs, pageOf(results, families));
  return isAsKnown(results, readKnown(options.known)) && areWritten ? 0 : 1;
}

} // namespace
} // namespace lz::conformance

int main(int argc, char** argv) {
  lz::conformance::Options options;
  if (!lz::conformance::readOptions(argc, argv, options)) {
    std::fputs(lz::conformance::kHelp, stderr);
    return lz::conformance::kUsage;
  }
  return lz::conformance::run(options);
}
