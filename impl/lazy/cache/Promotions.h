// Turns constants that change from one program to the next into parameters. Thus a step that
// records a learning rate or a counter by lz_constant is compiled twice, not in every step. The
// idea is from "Swift for TensorFlow: a portable, flexible platform for deep learning" (Saeta et
// al., 2021).
#pragma once

#include "base/HashMap.h"
#include "lazy/cache/Encoding.h"
#include "lazy/cache/Explain.h"

#include <cstdint>
#include <mutex>
#include <vector>

namespace lz::lazy {

// Any thread may call these functions.
class Promotions {
public:
  struct Answer {
    std::vector<uint8_t> places; // which of Encoding::constants become parameters; empty if none do
    // Names the first constant that has changed; has no reason if none has.
    Miss why;
  };

  // Call this for a program that has not been compiled with these constants. The answer names all
  // constants that have ever differed between two such programs that are otherwise equal. Equality
  // is decided by a hash only: any constant can be a parameter, so a collision costs some speed but
  // is correct. Large constants stay constants, because each run copies its parameters.
  Answer promote(const Encoding& encoding, const Locations& locations);

private:
  struct Known {
    std::vector<uint64_t> constants; // hashes of the constants of the last program
    std::vector<uint8_t> places;
    bool areAny = false;
  };
  static constexpr size_t kMostPrograms = 4096;
  static constexpr int64_t kMostBytes = int64_t(64) << 10; // of one constant

  std::mutex mutex_;
  HashMap<uint64_t, Known> programs_; // key: Encoding::skeleton; guarded by mutex_
};

} // namespace lz::lazy
