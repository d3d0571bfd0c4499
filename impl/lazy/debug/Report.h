// A report of what a context has done, for people who want to know where the time went.
#pragma once

#include <string>

namespace lz::lazy {

class Devices;

// Counters, memory, timers with percentiles, and why the last programs were compiled, e.g.
//                count      total        min     median        90%        99%        max
//   compile          2     13.1 ms     5.10 ms ...
std::string report(const Devices& devices);

} // namespace lz::lazy
