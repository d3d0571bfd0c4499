#include "Outcome.h"

namespace lz::conformance {

const char* nameOf(Step step) {
  switch (step) {
  case Step::Read:
    return "read";
  case Step::Interpreted:
    return "interpreted";
  case Step::Compiled:
    return "compiled";
  }
  return "";
}

const char* nameOf(Verdict verdict) {
  switch (verdict) {
  case Verdict::Passed:
    return "passed";
  case Verdict::Failed:
    return "failed";
  case Verdict::Unsupported:
    return "unsupported";
  case Verdict::Disabled:
    return "disabled";
  case Verdict::Skipped:
    return "skipped";
  }
  return "";
}

} // namespace lz::conformance
