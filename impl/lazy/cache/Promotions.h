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
    // One entry for each of Encoding::constants: 1 if it becomes a parameter. Empty if none does.
    std::vector<uint8_t> places;
    // Names the first constant that has changed. If no constant has changed, this is empty.
    Miss why;
  };

  // Decides which constants become parameters. Call this for a program that is not compiled with
  // these constants yet. Programs that differ only in their constants count as one program. A
  // constant that has ever differed between them becomes a parameter. Large constants stay
  // constants, because each run would have to copy them. Programs are compared by a hash. A
  // collision makes programs slower but not wrong, because any constant can be a parameter.
  Answer promote(const Encoding& encoding, const Locations& locations);

private:
  struct Known {
    std::vector<uint64_t> constants; // hashes of the constants of the last program
    std::vector<uint8_t> places;
    bool areAny = false;
  };
  static constexpr size_t kMostPrograms = 4096;
  static constexpr int64_t kMostBytes = int64_t(64) << 10; // the most bytes of one constant

  std::mutex mutex_;
  HashMap<uint64_t, Known> programs_; // key: Encoding::skeleton; guarded by mutex_
};

} // namespace lz::lazy
