// Decides how a batch of matrices is computed: one matrix after the other, or groups of matrices in
// the lanes of vectors. The predicted times of both ways decide once, when a call is compiled.
// Since bits depend on the decision, it depends neither on the machine nor on the number of
// threads.
#pragma once

#include "linalg/Machine.h"
#include "linalg/lanes/LaneWork.h"

#include <optional>
#include <string>

namespace lz::linalg {

// The time and scratch for a matrix that is computed by itself.
struct MatrixNeeds {
  double ns;                      // time of one thread
  int64_t bytesOfOne, bytesOfAll; // scratch if one worker computes it, and if all threads do
};

struct BatchPlan {
  int64_t matrices = 0;
  MatrixNeeds one{};
  int64_t lanes = 1; // matrices of a group; 1: there is no algorithm in lanes
  LaneNeeds group{};
  bool isInLanes = false; // the choice

  int64_t together() const { return isInLanes ? lanes : 1; }
  int64_t groups() const { return ceilDiv(matrices, together()); }
  double ns() const { return isInLanes ? nsInLanes() : nsOneByOne(); }
  double nsInLanes() const { return double(ceilDiv(matrices, lanes)) * group.ns; }
  // Returns the scratch of one worker. With isForAll and matrices one by one, returns the scratch
  // of all threads, which then share the work on each matrix.
  int64_t scratchBytes(bool isForAll = false) const {
    return isInLanes ? group.scratchBytes : isForAll ? one.bytesOfAll : one.bytesOfOne;
  }
  double nsOneByOne() const { return double(matrices) * one.ns; }
};

// Plans the batch. It is computed in groups of `lanes` matrices if there is such an algorithm, it
// takes less time, and a cancelled run can leave a group soon enough (ThreadPool::kPieceNs).
BatchPlan planBatch(int64_t matrices, const MatrixNeeds& one, int64_t lanes,
                    const std::optional<LaneNeeds>& group);
// Prints "16 at a time in lanes" or "one by one", with the predicted time.
std::string print(const BatchPlan& plan);
std::string explain(const BatchPlan& plan);

} // namespace lz::linalg
