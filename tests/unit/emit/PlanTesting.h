// Builds plans by hand, and compares their compiled kernels with the plan interpreter.
#pragma once

#include "codegen/Jit.h"
#include "gtest/gtest.h"
#include "region/RegionPlan.h"

namespace lz::testing {

class PlanBuilder : public schedule::ChosenPlan {
public:
  explicit PlanBuilder(schedule::LaneMode lanes) { choice.lanes = lanes; }

  // Dimensions are numbered in the order of calls.
  region::IndexExpr dim(int64_t extent, region::DimKind kind = region::DimKind::Grid);
  int32_t input(DType dtype, int64_t size);
  region::NodeId load(int32_t input, region::IndexExpr expr, region::NodeId mask = -1,
                      std::vector<region::DynamicTerm> dynamic = {});
  region::NodeId constant(DType dtype, double value);
  region::NodeId index(region::IndexExpr expr, DType dtype);
  region::NodeId inRange(region::IndexExpr expr, int64_t lo, int64_t hi);
  region::NodeId compute(Opcode opcode, DType dtype, std::vector<region::NodeId> operands,
                         Attrs attrs = {});
  // `opcode` combines the values.
  region::NodeId reduce(Opcode opcode, region::NodeId operand, region::NodeId init,
                        std::vector<int32_t> dims);
  region::PlanOutput& store(region::NodeId value, DType dtype, int64_t size, region::IndexExpr expr,
                            std::vector<int32_t> dims);

  static region::PlanBody combiner(Opcode opcode, DType dtype);
};

// Adds f(x - maximum of the row) / (sum of f over the row) for rows of n elements. The plan has one
// input. Its dimensions are the row, two reductions, and the inner dimension of the output. Returns
// the node of the maximum.
region::NodeId addNormalized(PlanBuilder& b, Opcode function, int64_t rows, int64_t n, DType dtype);

// Returns `size` values of a fixed sequence: small floats, or integers from 0 to `below`.
Literal sampleArray(DType dtype, int64_t size, uint64_t seed = 1, int64_t below = 100);

// The largest allowed error of floats. An error is allowed if it is within `ulps` or within
// `absolute`.
struct Tolerance {
  Tolerance(double ulps = 0, double absolute = 0) : ulps(ulps), absolute(absolute) {}
  double ulps, absolute;
};

// Compiles for classes of this machine (tests/support/CpuSample.h). Runs the units in ranges of
// different lengths, beginning with the last range. After every buffer there is unreadable memory.
// Integers must be equal.
void expectPlanRuns(const schedule::ChosenPlan& chosen, const std::vector<Literal>& inputs,
                    Tolerance tolerance = {}, bool strict = false);

} // namespace lz::testing
