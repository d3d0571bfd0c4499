// Runs work in processes of its own, so that a crash or an endless loop costs only one file.
#pragma once

#include "Outcome.h"

#include <functional>

namespace lz::conformance {

struct ApartOptions {
  int jobs = 1;        // processes at a time
  double seconds = 60; // that one step may take
};

// Calls work(i, journal) for each i below `count` in a child of this process, which must have one
// thread. Calls done(i, outcomes) here for each child that has ended, in any order. A child that
// crashes, or whose time is up, leaves the outcomes that it reported and a Failed outcome for its
// current step. If it has begun nothing, that outcome is for program names[i].
void runApart(const std::vector<std::string>& names, const ApartOptions& options,
              const std::function<void(size_t, Journal&)>& work,
              const std::function<void(size_t, std::vector<Outcome>)>& done);

} // namespace lz::conformance
