// The outcomes of a file's programs.
#pragma once

#include <string>
#include <vector>

namespace lz::conformance {

// What is done with a program, in this order:
// Read          parsed, printed, parsed again: both are equal
// Interpreted   run by the reference interpreter
// Compiled      compiled and run
enum class Step { Read, Interpreted, Compiled };

enum class Verdict {
  Passed,
  Failed,      // a wrong result, or none
  Unsupported, // refused by name
  Disabled,    // the file says that it must not be run; the reason says what came out
  Skipped,     // not run, because it takes too long or makes no sense for this program
};

struct Outcome {
  std::string program; // the path from the folder that is run; "path#2" if a file has several
  Step step;
  Verdict verdict;
  std::string reason = {}; // one line; for a program that passed only at level strict, why
};

const char* nameOf(Step step);
const char* nameOf(Verdict verdict);

// Receives outcomes as they come.
class Journal {
public:
  virtual ~Journal() = default;
  // Called before a step of a program. If the process ends before ends(), this step has failed.
  virtual void begins(const std::string& program, Step step) = 0;
  virtual void ends(const Outcome& outcome) = 0;
};

} // namespace lz::conformance
