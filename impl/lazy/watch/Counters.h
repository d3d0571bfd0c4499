// Counts events, for users who ask why something compiled or waited. Each counter is exact, but
// different counters are read at slightly different moments.
#pragma once

#include "lazy/watch/Timer.h"

#include <atomic>
#include <cstdint>

namespace lz::lazy {

struct Counters {
  using Count = std::atomic<int64_t>;
  Count compiles{0}, cacheHits{0}, cacheMisses{0}, cacheEvictions{0}, diskHits{0};
  Count executions{0}, barriers{0}, autoBarriers{0}, reads{0};
  Count donatedInputs{0};
  Timer compileTime; // times to compile a program, or to load it from disk
  Timer executeTime; // times of runs
  Timer cutTime;     // times to turn recorded ops into programs, without compiling and running
  Timer waitTime;    // times of calls that wait for a run

  void reset() {
    for (Count* count : {&compiles, &cacheHits, &cacheMisses, &cacheEvictions, &diskHits,
                         &executions, &barriers, &autoBarriers, &reads, &donatedInputs})
      count->store(0, std::memory_order_relaxed);
    for (Timer* timer : {&compileTime, &executeTime, &cutTime, &waitTime})
      timer->reset();
  }
};

inline void add(Counters::Count& count, int64_t n = 1) {
  count.fetch_add(n, std::memory_order_relaxed);
}

} // namespace lz::lazy
