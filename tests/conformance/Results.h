// The outcomes of all files, counted by family.
#pragma once

#include "Outcome.h"

#include <array>
#include <map>
#include <optional>

namespace lz::conformance {

// The outcomes of one program by step; steps that were not begun have none.
struct ProgramResult {
  std::array<std::optional<Outcome>, 3> steps = {};

  // Returns the worst verdict of the steps. From worst to best: Failed, Unsupported, Disabled,
  // Passed, Skipped.
  Verdict verdict() const;
  const std::optional<Outcome>& at(Step step) const { return steps[size_t(step)]; }
};

struct Counts {
  int programs = 0;
  std::map<Verdict, int> verdicts = {};
  std::array<int, 3> passed = {}, disabled = {}; // indexed by step

  void add(const ProgramResult& result);
};

using Results = std::map<std::string, ProgramResult>; // key: the program

void add(Results& results, const std::vector<Outcome>& outcomes);

// Returns at most the first three folders of the program's path, for example "testdata/dynamic", or
// `otherwise` if the program is in no folder.
std::string familyOf(const std::string& program, const std::string& otherwise);

std::map<std::string, Counts> countFamilies(const Results& results, const std::string& otherwise);

// Returns a table with a line for each family, and a last line with the sums. Each line ends with a
// line break.
std::string tableOf(const std::map<std::string, Counts>& families);

// {"families": {NAME: {"programs": N, "passed": N, ...}},
//  "programs": {NAME: {"verdict": ..., "read": {"verdict": ..., "reason": ...}, ...}}}
std::string jsonOf(const Results& results, const std::map<std::string, Counts>& families);

// Returns the text of docs/conformance.md.
std::string pageOf(const Results& results, const std::map<std::string, Counts>& families);

} // namespace lz::conformance
