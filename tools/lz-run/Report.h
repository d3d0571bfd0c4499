// The output of lz-run, and its exit status.
#pragma once

#include "lz-run/Difference.h"
#include "lz-run/Run.h"

#include <optional>
#include <string>
#include <vector>

namespace lz::run {

// The exit statuses.
enum class Verdict { Equal = 0, Differs = 1, Invalid = 2, Unsupported = 3, Failed = 4 };

// Returns the exit status for an error. The status is Unsupported if Lazuli does not support an op
// or a type, and Differs if a check in the program has failed. Any other error gives Invalid while
// the program is read and compiled, and Failed while it runs.
Verdict verdictOf(const Status& error, const std::string& stage);

struct Report {
  std::string name;
  Verdict verdict = Verdict::Equal;
  std::string message; // set if there was an error
  Measures measures;
  std::vector<Literal> results;
  std::vector<Literal> expected;       // empty if nothing is compared
  std::vector<Difference> differences; // one per expected result
};

// Compares results with the expected ones, and fills in verdict and differences.
void compareResults(Report& report, Tolerance tolerance);

// Returns a text for people: errors, differences or results, and times.
std::string text(const Report& report);
// Returns one line: {"name": ..., "status": "equal", "compile_ms": ..., ...}
std::string json(const Report& report);

} // namespace lz::run
