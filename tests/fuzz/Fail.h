// Ends the process if a fuzz target found an error.
#pragma once

#include "base/Status.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace lz::fuzz {

// Prints the error and ends the process. `text` is the program that shows the error, if there is
// one.
[[noreturn]] inline void fail(const char* what, const Status& status,
                              const std::string& text = "") {
  std::fprintf(stderr, "%s: %s\n%s\n", what, status.ToString().c_str(), text.c_str());
  std::abort();
}

// Fails if a refusal has no message.
inline void checkMessage(const Status& status, const std::string& text = "") {
  if (status.message().empty())
    fail("refused without a message", status, text);
}

} // namespace lz::fuzz
