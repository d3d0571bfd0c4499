// Work in processes of its own, so that a crash or an endless loop costs one file.
#pragma once

#include "Outcome.h"

#include <functional>

namespace lz::conformance {

struct ApartOptions {
  int jobs = 1;        // processes at a time
  double seconds = 60; // that a step of one may take
};

// Calls work(i, journal) for each i below `count` in a child of this process, which must have one
// thread, and done(i, outcomes) here for each when it has ended, in any order. A child that ends by
// itself, or is ended as its time is up, leaves what it has told and a Failed outcome for the step
// that it was at; of program names[i] if it had begun nothing.
void runApart(const std::vector<std::string>& names, const ApartOptions& options,
              const std::function<void(size_t, Journal&)>& work,
              const std::function<void(size_t, std::vector<Outcome>)>& done);

} // namespace lz::conformance
