// What lz-run prints and how it exits.
#pragma once

#include "lz-run/Difference.h"
#include "lz-run/Run.h"

#include <optional>
#include <string>
#include <vector>

namespace lz::run {

// The exit statuses.
enum class Verdict { Equal = 0, Differs = 1, Invalid = 2, Unsupported = 3, Failed = 4 };

// Which status an error is: what was not implemented, a failed check of the program, else Invalid
// while reading and compiling and Failed while running.
Verdict verdictOf(const Status& error, const std::string& stage);

struct Report {
  std::string name;
  Verdict verdict = Verdict::Equal;
  std::string message; // of an error
  Measures measures;
  std::vector<Literal> results;
  std::vector<Literal> expected;       // empty: no expectation
  std::vector<Difference> differences; // one per expected result
};

// Fills verdict and differences from results and expected.
void compareResults(Report& report, Tolerance tolerance);

// Lines for people: errors, differences or results, times.
std::string text(const Report& report);
// One line: {"name": ..., "status": "equal", "compile_ms": ..., ...}
std::string json(const Report& report);

} // namespace lz::run
