// Decides how a batch of matrices is computed: one matrix after the other, or in groups with one
// matrix in each lane of a vector. The decision is made when a call is compiled, by predicted
// times. The bits of results depend on the decision, so it must not depend on the machine or on the
// number of threads.
#pragma once

#include "linalg/Machine.h"
#include "linalg/lanes/LaneWork.h"

#include <optional>
#include <string>

namespace lz::linalg {

// The time and scratch for a matrix that is not computed in lanes.
struct MatrixNeeds {
  double ns; // the time on one thread
  // The scratch if one worker computes the matrix, and the scratch if all threads compute it.
  int64_t bytesOfOne, bytesOfAll;
};

struct BatchPlan {
  int64_t matrices = 0;
  MatrixNeeds one{};
  int64_t lanes = 1; // matrices in a group; 1 if there is no algorithm in lanes
  LaneNeeds group{};
  bool isInLanes = false; // true if groups are computed in lanes

  int64_t together() const { return isInLanes ? lanes : 1; }
  int64_t groups() const { return ceilDiv(matrices, together()); }
  double ns() const { return isInLanes ? nsInLanes() : nsOneByOne(); }
  double nsInLanes() const { return double(ceilDiv(matrices, lanes)) * group.ns; }
  // Returns the scratch that one worker needs for its matrix or group. If isForAll, and matrices
  // are not in lanes, returns the scratch that all threads need for one matrix together.
  int64_t scratchBytes(bool isForAll = false) const {
    return isInLanes ? group.scratchBytes : isForAll ? one.bytesOfAll : one.bytesOfOne;
  }
  double nsOneByOne() const { return double(matrices) * one.ns; }
};

// Plans a batch. Chooses groups of `lanes` matrices if `group` is set, if groups take less time
// than separate matrices, and if a cancelled run can leave a group soon enough
// (ThreadPool::kPieceNs).
BatchPlan planBatch(int64_t matrices, const MatrixNeeds& one, int64_t lanes,
                    const std::optional<LaneNeeds>& group);
// Prints "16 at a time in lanes" or "one by one", with the predicted time.
std::string print(const BatchPlan& plan);
std::string explain(const BatchPlan& plan);

} // namespace lz::linalg
