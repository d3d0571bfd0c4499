// How a fuzz target says that it found something.
#pragma once

#include "base/Status.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace lz::fuzz {

// `text`: of the program that shows it, if it has one.
[[noreturn]] inline void fail(const char* what, const Status& status,
                              const std::string& text = "") {
  std::fprintf(stderr, "%s: %s\n%s\n", what, status.ToString().c_str(), text.c_str());
  std::abort();
}

// Whoever is refused is told why.
inline void checkMessage(const Status& status, const std::string& text = "") {
  if (status.message().empty())
    fail("refused without a message", status, text);
}

} // namespace lz::fuzz
