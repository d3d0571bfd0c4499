// A report of what a context has done and how long it took.
#pragma once

#include <string>

namespace lz::lazy {

class Devices;

// Returns counters, memory, timers with percentiles, and why the last programs were compiled, for
// example
//                count      total        min     median        90%        99%        max
//   compile          2     13.1 ms     5.10 ms ...
std::string report(const Devices& devices);

} // namespace lz::lazy
