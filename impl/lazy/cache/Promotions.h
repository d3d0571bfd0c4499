// Constants that change from one program to the next become parameters: a step with a learning rate
// or a counter recorded by lz_constant is compiled twice, not for ever (after "Swift for
// TensorFlow: a portable, flexible platform for deep learning", Saeta et al., 2021).
#pragma once

#include "base/HashMap.h"
#include "lazy/cache/Encoding.h"

#include <cstdint>
#include <mutex>
#include <vector>

namespace lz::lazy {

// Any thread.
class Promotions {
public:
  // What becomes parameters, one per Encoding::constants; empty: nothing does.
  using Places = std::vector<uint8_t>;

  // For a program that has not been compiled with these constants: all those that have ever
  // differed between two such programs, which are the same but for constants. That is decided by a
  // hash alone: any constant may become a parameter, so a collision costs some speed at most.
  Places placesFor(const Encoding& encoding);

private:
  struct Known {
    std::vector<uint64_t> constants; // hashes of the values of the last program
    Places places;
    bool areAny = false;
  };
  static constexpr size_t kMostPrograms = 4096;

  std::mutex mutex_;
  HashMap<uint64_t, Known> programs_; // by Encoding::skeleton; guarded by mutex_
};

} // namespace lz::lazy
