// What came out of all files, counted by family.
#pragma once

#include "Outcome.h"

#include <array>
#include <map>
#include <optional>

namespace lz::conformance {

// Outcomes of one program by step; none for a step that was not begun.
struct ProgramResult {
  std::array<std::optional<Outcome>, 3> steps = {};

  // The worst of its steps: Failed, Unsupported, Disabled, Passed, Skipped.
  Verdict verdict() const;
  const std::optional<Outcome>& at(Step step) const { return steps[size_t(step)]; }
};

struct Counts {
  int programs = 0;
  std::map<Verdict, int> verdicts = {};
  std::array<int, 3> passed = {}, disabled = {}; // by step

  void add(const ProgramResult& result);
};

using Results = std::map<std::string, ProgramResult>; // by program

void add(Results& results, const std::vector<Outcome>& outcomes);

// The first three folders of the program's path at most: "testdata/dynamic"; `otherwise` if it is
// in none.
std::string familyOf(const std::string& program, const std::string& otherwise);

std::map<std::string, Counts> countFamilies(const Results& results, const std::string& otherwise);

// A table of the families with a last line of all; each line ends with a line break.
std::string tableOf(const std::map<std::string, Counts>& families);

// {"families": {NAME: {"programs": N, "passed": N, ...}},
//  "programs": {NAME: {"verdict": ..., "read": {"verdict": ..., "reason": ...}, ...}}}
std::string jsonOf(const Results& results, const std::map<std::string, Counts>& families);

// docs/conformance.md.
std::string pageOf(const Results& results, const std::map<std::string, Counts>& families);

} // namespace lz::conformance
