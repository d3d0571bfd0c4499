// Builds plan nodes that compute one element of a value, at given indices. Views become index
// arithmetic, elementwise ops become Compute nodes, reductions add dimensions, and parameters of
// the region become loads. Calls with equal value, indices and mask return the same node.
#pragma once

#include "base/HashMap.h"
#include "region/PlanKey.h"
#include "region/RegionPlan.h"
#include "spec/Enums.inc.h"
#include "spec/Program.h"

#include <algorithm>
#include <string>
#include <vector>

namespace lz::fusion {

using Indices = absl::InlinedVector<region::IndexExpr, 4>;

class PlanExpander {
public:
  // `region` has the ops. The parameters of `region` become the inputs of the plan, in order.
  PlanExpander(const Program& region, region::RegionPlan& plan);

  // Returns the node for element `indices` of `value`. If the pred node `mask` is false, the value
  // of the node is unspecified, but no memory is touched. A mask of -1 is always true.
  StatusOr<region::NodeId> expand(ValueId value, const Indices& indices, region::NodeId mask);

  // The following functions are building blocks for the functions of the op families.
  int32_t addDim(int64_t extent, region::DimKind kind);
  // Returns dim `i` of the sum with this key. Sums with the same key run over the same dims.
  int32_t sumDim(const std::string& key, size_t i, int64_t extent);
  // After this call, the sums of the same op at several taps run over the same dims.
  // mergeReductions needs this.
  void putSumsTogether() { sumsTogether_ = true; }
  bool sumsTogether() const { return sumsTogether_; }
  // After this call, the sums of several ops also run over the same dims, if their dims have the
  // same extents. The ops must be independent of each other (hasIndependentSums).
  void putSumsOfOpsTogether() { sumsTogether_ = sumsOfOpsTogether_ = true; }
  bool sumsOfOpsTogether() const { return sumsOfOpsTogether_; }
  // After this call, reductions of at most `points` points are written out: they add no dims, and
  // their values are nodes that other ops can share. Expanding fails if nested reductions have more
  // than `points` points in total.
  void writeOutReductions(int64_t points) { mostWrittenOut_ = points; }
  int64_t mostWrittenOut() const { return mostWrittenOut_; }
  // Begin and end the points of a reduction that is written out. beginPoints returns whether the
  // nested reductions still have few enough points in total.
  bool beginPoints(int64_t points) { return (copies_ *= points) <= mostWrittenOut_; }
  void endPoints(int64_t points) { copies_ /= points; }
  region::NodeId addNode(region::PlanNode node); // returns an equal node if there is one
  region::NodeId constant(const Literal& scalar);
  region::NodeId constantInt(DType dtype, int64_t value);
  region::NodeId compute(Opcode opcode, DType dtype, absl::Span<const region::NodeId> operands,
                         Attrs attrs = {});
  region::NodeId compare(region::NodeId x, ComparisonDirection direction,
                         int64_t y); // x is of type S64
  region::NodeId index(const region::IndexExpr& expr, DType dtype);
  region::NodeId inRange(const region::IndexExpr& expr, int64_t lo,
                         int64_t hi);                              // -1 if it always holds
  region::NodeId both(region::NodeId maskA, region::NodeId maskB); // -1: always true
  // Returns a load of the element at `indices` of parameter `value`. `dynamic` terms are added to
  // the row-major position of the element. Returns InvalidArgument if `value` is not a parameter.
  StatusOr<region::NodeId> load(ValueId value, const Indices& indices,
                                std::vector<region::DynamicTerm> dynamic, region::NodeId mask);
  // Returns a load of the element at the row-major position `position` + `dynamic` of parameter
  // `value`.
  region::NodeId loadAt(ValueId value, const region::IndexExpr& position,
                        std::vector<region::DynamicTerm> dynamic, region::NodeId mask);
  StatusOr<region::PlanBody> scalarBody(const Region& region) const;
  static region::PlanBody bodyOver(absl::Span<const DType> arguments); // computes nothing yet

  const Program& region() const { return region_; }
  const TensorType& type(ValueId v) const { return region_.type(v); }
  const std::vector<int64_t>& extents() const { return extents_; }
  region::RegionPlan& plan() { return plan_; }

  struct Producer {
    const Op* op = nullptr; // nullptr for a parameter
    int32_t ordinal = 0;    // index of the result or parameter
  };
  Producer producer(ValueId v) const { return producers_[size_t(v)]; }
  // Returns the index of the parameter, or -1 if the value is not a parameter.
  int32_t paramOf(ValueId v) const { return producer(v).op == nullptr ? producer(v).ordinal : -1; }
  void declareOutput(const TensorType& type) {
    plan_.outputTypes.push_back(type.dtype);
    plan_.outputSizes.push_back(type.numElements());
  }

private:
  StatusOr<region::NodeId> expandOp(const Op& op, int32_t result, const Indices& indices,
                                    region::NodeId mask);
  StatusOr<region::NodeId> expandElementwise(const Op& op, const Indices& indices,
                                             region::NodeId mask);

  const Program& region_;
  region::RegionPlan& plan_;
  std::vector<Producer> producers_;
  std::vector<int64_t> extents_;
  HashMap<std::string, region::NodeId> expanded_;
  HashMap<std::string, region::NodeId> nodes_;
  HashMap<std::string, std::vector<int32_t>> sumDims_;
  bool sumsTogether_ = false, sumsOfOpsTogether_ = false;
  int64_t mostWrittenOut_ = 0, copies_ = 1;

  friend StatusOr<region::NodeId> expandReduction(PlanExpander&, const Op&, int32_t, const Indices&,
                                                  region::NodeId);
  HashMap<std::string, int32_t> reductions_; // (op, indices, mask) -> plan reduction
};

// One function for each op family, each in its own file. `result` is the index of the op's result
// that is expanded.
StatusOr<region::NodeId> expandView(PlanExpander& e, const Op& op, const Indices& indices,
                                    region::NodeId mask);
StatusOr<region::NodeId> expandSource(PlanExpander& e, const Op& op, const Indices& indices);
StatusOr<region::NodeId> expandReduction(PlanExpander& e, const Op& op, int32_t result,
                                         const Indices& indices, region::NodeId mask);
StatusOr<region::NodeId> expandConvolution(PlanExpander& e, const Op& op, const Indices& indices,
                                           region::NodeId mask);
StatusOr<region::NodeId> expandIndexed(PlanExpander& e, const Op& op, const Indices& indices,
                                       region::NodeId mask);

// Returns the `count` integers of an index vector of gather or scatter. The vector lies along dim
// `vectorDim` of `indices`. `batch` has the indices of the vector in the other dims.
StatusOr<std::vector<region::NodeId>> expandStarts(PlanExpander& e, ValueId indices,
                                                   int64_t vectorDim, size_t count,
                                                   const Indices& batch, region::NodeId mask);

region::IndexExpr rowMajorOffset(const Indices& at, const Dims& dims);

// Returns whether `value` is in a list of dimensions.
inline bool contains(absl::Span<const int64_t> list, int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

} // namespace lz::fusion
