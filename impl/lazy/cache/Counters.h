// What happened, for people who ask why something compiled or waited. Each counter is exact; a set
// of them is not a snapshot.
#pragma once

#include <atomic>
#include <cstdint>

namespace lz::lazy {

struct Counters {
  using Count = std::atomic<int64_t>;
  Count compiles{0}, cacheHits{0}, cacheMisses{0}, cacheEvictions{0}, diskHits{0};
  Count executions{0}, barriers{0}, autoBarriers{0}, reads{0};
  Count donatedInputs{0}, compileNs{0}, executeNs{0};

  void reset() {
    for (Count* count :
         {&compiles, &cacheHits, &cacheMisses, &cacheEvictions, &diskHits, &executions, &barriers,
          &autoBarriers, &reads, &donatedInputs, &compileNs, &executeNs})
      count->store(0, std::memory_order_relaxed);
  }
};

inline void add(Counters::Count& count, int64_t n = 1) {
  count.fetch_add(n, std::memory_order_relaxed);
}

} // namespace lz::lazy
