// Describes a region, which is what one kernel computes, as plain data. schedule/Schedule.h
// describes how the kernel runs.
//
// A plan consists of loop dimensions (dims) and a DAG of nodes. The value of a node is a function
// of the dims that it depends on. A reduction removes dims. The leaves are loads, constants and
// functions of the dims. Inputs and outputs are the tensors that the kernel reads and writes. All
// other values exist only inside of the kernel.
//
// softmax of x f32[3072,4096], printed:
//
//   region
//     d0: 3072 grid
//     d1: 4096 inner
//     d2: 4096 reduction
//     d3: 4096 reduction
//     in0: 12582912 f32
//     %0 = load in0[4096*d0 + d1] : f32  over d0 d1
//     %1 = constant -inf (0xff800000) : f32  over
//     %2 = load in0[4096*d0 + d2] : f32  over d0 d2
//     %3 = reduction0.0 : f32  over d0
//     %4 = subtract %0, %3 : f32  over d0 d1
//     ...                          %5 is e^%4, over d0 d1; %9 the same of the element at d3
//     %10 = reduction1.0 : f32  over d0
//     %11 = divide %5, %10 : f32  over d0 d1
//     reduction0 of %2 from %1 over d2 { %2 = maximum %0, %1 : f32; return %2 }
//     reduction1 of %9 from %6 over d3 { %2 = add %0, %1 : f32; return %2 }
//     out0[4096*d0 + d1] = %11 : f32x12582912 over d0 d1
//
// A node is computed once for each point of the dims that are printed after "over".
#pragma once

#include "absl/container/inlined_vector.h"
#include "base/Literal.h"
#include "region/index/IndexExpr.h"
#include "spec/Attr.h"
#include "spec/OpInfo.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lz::region {

using NodeId = int32_t;

enum class DimKind : uint8_t {
  Grid,      // independent points, divided among threads; the last dim is the fastest
  Reduction, // removed by the reduction that names it
  Inner,     // loops in a grid point that write outputs, such as a row of a softmax
  // Loops inside a grid point. These loops must run in row-major order. An example is a loop over
  // the updates of a scatter, because several updates can go to one place.
  Ordered,
};

struct PlanDim {
  int64_t extent;
  DimKind kind;
};

// A term of an address that depends on data: clamp(index, 0, maxIndex) * stride elements. `index`
// is an integer node. A scatter does not clamp: maxIndex is INT64_MAX, and the access has a mask.
struct DynamicTerm {
  NodeId index;
  int64_t maxIndex;
  int64_t stride;
};

enum class NodeKind : uint8_t {
  Load,     // element of an input; 0 if `mask` is false, and no memory is read
  Constant, // the scalar `literal`
  Index,    // the value of `expr` as dtype (iota)
  InRange,  // pred: lo <= expr <= hi
  Compute,  // elementwise `opcode` of `operands`
  Reduce,   // component `component` of reductions[reduction]
  Arg,      // argument number `component`, only in a PlanBody
};

struct PlanNode {
  NodeKind kind;
  DType dtype;
  absl::InlinedVector<NodeId, 3> operands{}; // Compute
  Opcode opcode{};                           // Compute
  Attrs attrs{};                             // Compute: e.g. comparison direction
  IndexExpr expr{};                          // Load: the element; Index and InRange: the value
  std::vector<DynamicTerm> dynamic{};        // Load: offsets that are added to `expr`
  NodeId mask = -1;                          // Load: a predicate; -1: always true
  int32_t input = -1;                        // Load: ordinal of the input buffer
  int64_t lo = 0, hi = 0;                    // InRange
  Literal literal{};                         // Constant: rank 0
  int32_t reduction = -1;                    // Reduce
  int32_t component = 0;                     // Reduce, Arg
};

// A scalar function that combines the points of a reduction or a scatter with n components. Args 0
// to n - 1 are the accumulators, and args n to 2n - 1 the new values. All nodes are Arg, Constant
// or Compute.
struct PlanBody {
  std::vector<PlanNode> nodes{};
  std::vector<NodeId> results{};
};

struct PlanReduction {
  std::vector<int32_t> dims{}; // outermost first
  std::vector<NodeId> operands{};
  std::vector<NodeId> inits{}; // must not depend on `dims`
  PlanBody body{};
};

// Writes out[expr + dynamic] = value at all points where `mask` is true.
struct PlanOutput {
  NodeId value;
  IndexExpr expr{};
  // The output is written in loops over these dims of the plan, grid dims first.
  std::vector<int32_t> dims{};
  std::vector<DynamicTerm> dynamic{};
  NodeId mask = -1;
  int32_t buffer{}; // ordinal of the output buffer
  // The input whose copy is the initial content of the output, or -1 if the region writes the whole
  // output. A scatter and a dynamic_update_slice write only a part.
  int32_t initial = -1;
  // If not 0, the output holds sums over blocks of `block` points of the grid. `dims` are the only
  // grid dim and the dim of the plan's reduction. The place depends on the grid dim only through
  // its floordiv by `block`. The values of all points with the same place are added up. In this
  // way, one plan has sums of the rows of a table and sums of its columns (TablePlan.cc):
  //
  //   out0[d0] = %8 : f32x1000 over d0                             %8: a reduction of %7 over d1
  //   out1[d1 + 500*(d0 floordiv 128)] = %7 : f32x4000 over d0 d1, summed in blocks of 128
  int64_t block = 0;
};

struct RegionPlan {
  std::vector<PlanDim> dims;
  std::vector<PlanNode> nodes; // operands before users
  std::vector<PlanReduction> reductions;
  std::vector<PlanOutput> outputs;
  std::vector<DType> inputs;       // index: ordinal of the input
  std::vector<int64_t> inputSizes; // numbers of elements, for checks of bounds
  std::vector<DType> outputTypes;  // index: ordinal of the output
  std::vector<int64_t> outputSizes;
  // If the combiner has results, the plan is a scatter. An update replaces one element of each
  // output: (out0, out1, ...) = combiner(out0, out1, ..., value0, value1, ...). These elements have
  // the same index in all outputs. Different points of the grid update different elements.
  PlanBody combiner{};

  bool scatters() const { return !combiner.results.empty(); }
  int64_t block() const; // PlanOutput::block of the outputs with blocks; 0 if there are none
  uint64_t dimsOf(DimKind kind) const; // bit d for each dim d of this kind
  std::vector<int64_t> extents() const;
};

// Returns for each node the dims that its value depends on, as a set of bits: bit d for dimension
// d. A reduction does not depend on the dims that it removes.
std::vector<uint64_t> dependencies(const RegionPlan& plan);
inline constexpr size_t kMaxPlanDims = 64;

// Returns whether the place to which the output is written depends on dimension d. `deps` is
// dependencies(plan).
bool isMovedBy(const PlanOutput& output, const std::vector<uint64_t>& deps, int32_t d);

// Returns a list of dims as a set of bits: bit d for each dim d.
inline uint64_t bitsOf(absl::Span<const int32_t> dims) {
  uint64_t bits = 0;
  for (int32_t d : dims)
    bits |= uint64_t(1) << d;
  return bits;
}

// Splits a mask at its Ands. Returns a list of conditions, whose And is `mask`. Mask -1 has no
// conditions.
std::vector<NodeId> conditionsOf(const RegionPlan& plan, NodeId mask);

// Returns whether dimension d occurs only in terms of the form coefficient * d. Returns false if d
// occurs inside of floordiv or mod.
bool isLinearIn(const IndexExpr& expr, int32_t d);
int32_t lastGridDim(const RegionPlan& plan); // the fastest grid dim; -1: no grid

// Prints an attribute as it appears in the line of a node: "3", "[0, 2]".
std::string printAttr(const AttrValue& attr);

// Prints one node without its number: "load in0[4*d0 + d1]", "add %1, %2 : f32".
std::string printNode(const PlanNode& node);

// Prints the plan in the form above. Plans with equal texts compute the same.
std::string print(const RegionPlan& plan);

} // namespace lz::region
