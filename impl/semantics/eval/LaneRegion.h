// Evaluates a region over scalars (the body of reduce, scatter, ...) for many independent elements
// at once.
//
// If all ops of the body are elementwise, each op runs once on arrays of `lanes` elements. Any
// other body runs once per lane.
#pragma once

#include "semantics/eval/OpCall.h"

#include <vector>

namespace lz::eval {

class LaneRegion {
public:
  // `region` has scalar parameters and results. The region and the values that it captures must
  // outlive this object.
  LaneRegion(const Region& region, RegionRunner& runner, int64_t lanes);

  // Returns the array of `lanes` elements for parameter `i`, which must be filled before run().
  Literal& param(size_t i) { return params_[i]; }
  Status run();
  // Returns an array of `lanes` elements. Call this after run(). The array never shares memory with
  // a parameter.
  const Literal& result(size_t i) const { return results_[i]; }

private:
  struct Step {
    const Op* op;
    std::vector<Literal> operands; // these share memory with the values that they stand for
    Literal result;
  };

  bool isElementwise() const;
  void prepareSteps();
  Literal laneValue(ValueId id) const;
  Status runLaneByLane();

  const Region& region_;
  RegionRunner& runner_;
  int64_t lanes_;
  bool elementwise_;
  std::vector<Literal> params_, results_;
  std::vector<Step> steps_;
  std::vector<Literal>
      forwarded_; // for each result: the parameter or constant that it equals, or invalid
};

} // namespace lz::eval
