// Constants that change from one program to the next become parameters: a step with a learning rate
// or a counter recorded by lz_constant is compiled twice, not for ever (after "Swift for
// TensorFlow: a portable, flexible platform for deep learning", Saeta et al., 2021).
#pragma once

#include "base/HashMap.h"
#include "lazy/cache/Encoding.h"
#include "lazy/cache/Explain.h"

#include <cstdint>
#include <mutex>
#include <vector>

namespace lz::lazy {

// Any thread.
class Promotions {
public:
  struct Answer {
    std::vector<uint8_t> places; // what becomes parameters, one per Encoding::constants; or empty
    Miss why;                    // with the first one that has just differed; no reason: none
  };

  // For a program that has not been compiled with these constants: all those that have ever
  // differed between two such programs, which are the same but for constants. That is decided by a
  // hash alone: any constant may become a parameter, so a collision costs some speed at most. Large
  // ones stay constants: each run copies what is a parameter.
  Answer promote(const Encoding& encoding, const Locations& locations);

private:
  struct Known {
    std::vector<uint64_t> constants; // hashes of the values of the last program
    std::vector<uint8_t> places;
    bool areAny = false;
  };
  static constexpr size_t kMostPrograms = 4096;
  static constexpr int64_t kMostBytes = int64_t(64) << 10; // of a constant

  std::mutex mutex_;
  HashMap<uint64_t, Known> programs_; // by Encoding::skeleton; guarded by mutex_
};

} // namespace lz::lazy
