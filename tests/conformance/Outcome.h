// What came out of the programs of a file.
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
  Failed,      // something else came out than should, or nothing
  Unsupported, // refused by name
  Disabled,    // the file says that it should not be run; the reason says what came out
  Skipped,     // not done: too much work, or it has no meaning for this program
};

struct Outcome {
  std::string program; // the path from the folder that is run; with several in a file "path#2"
  Step step;
  Verdict verdict;
  std::string reason = {}; // one line; of what passed: it did so at the level strict alone, and why
};

const char* nameOf(Step step);
const char* nameOf(Verdict verdict);

// Where outcomes go as they come.
class Journal {
public:
  virtual ~Journal() = default;
  // If the process ends before ends(), it is this step's fault.
  virtual void begins(const std::string& program, Step step) = 0;
  virtual void ends(const Outcome& outcome) = 0;
};

} // namespace lz::conformance
