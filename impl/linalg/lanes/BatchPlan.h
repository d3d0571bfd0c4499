// How a batch of matrices is computed: one matrix after the other, or a group of them at a time in
// the lanes of vectors. It is decided once, when a call is compiled, by what both ways take. Bits
// depend on it, so neither the machine nor the number of threads plays a part.
#pragma once

#include "linalg/Machine.h"
#include "linalg/lanes/LaneWork.h"

#include <optional>
#include <string>

namespace lz::linalg {

// What one matrix takes that is computed by itself.
struct MatrixNeeds {
  double ns;                      // of one thread
  int64_t bytesOfOne, bytesOfAll; // scratch: of one worker, and of all threads of the call
};

struct BatchPlan {
  int64_t matrices = 0;
  MatrixNeeds one{};
  int64_t lanes = 1; // matrices of a group; 1: no algorithm computes them in lanes
  LaneNeeds group{};
  bool isInLanes = false; // the way that was chosen

  int64_t together() const { return isInLanes ? lanes : 1; }
  int64_t groups() const { return ceilDiv(matrices, together()); }
  double ns() const { return isInLanes ? nsInLanes() : nsOneByOne(); }
  double nsInLanes() const { return double(ceilDiv(matrices, lanes)) * group.ns; }
  // For one worker; or for all threads, where these share each matrix.
  int64_t scratchBytes(bool isForAll = false) const {
    return isInLanes ? group.scratchBytes : isForAll ? one.bytesOfAll : one.bytesOfOne;
  }
  double nsOneByOne() const { return double(matrices) * one.ns; }
};

// In groups of `lanes` matrices if there is such an algorithm, it takes less time, and a cancelled
// run leaves a group within a piece of a loop.
BatchPlan planBatch(int64_t matrices, const MatrixNeeds& one, int64_t lanes,
                    const std::optional<LaneNeeds>& group);
// "16 at a time in lanes" or "one by one", and what the chosen way is predicted to take.
std::string print(const BatchPlan& plan);
std::string explain(const BatchPlan& plan);

} // namespace lz::linalg
