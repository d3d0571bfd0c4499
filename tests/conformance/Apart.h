// Runs work in child processes, so that a crash or an endless loop in one file does not stop the
// others.
#pragma once

#include "Outcome.h"

#include <functional>

namespace lz::conformance {

struct ApartOptions {
  int jobs = 1;        // the number of processes at a time
  double seconds = 60; // the longest time of one step
};

// Calls work(i, journal) for each i below names.size() in a child process. This process must have
// one thread. For each child that has ended, calls done(i, outcomes) in this process, in any order.
// If a child crashes or its time is up, a Failed outcome for its current step is added. If the
// child has begun no step, this outcome is for program names[i].
void runApart(const std::vector<std::string>& names, const ApartOptions& options,
              const std::function<void(size_t, Journal&)>& work,
              const std::function<void(size_t, std::vector<Outcome>)>& done);

} // namespace lz::conformance
