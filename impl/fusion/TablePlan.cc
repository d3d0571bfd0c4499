// Makes the plan of a region that sums the rows and the columns of one table. Both kinds of sums
// run in one loop over the table, so each entry is computed once:
//
//   %0 = reduce %t across [1]                     1000      sums of the rows of %t, 1000 x 500
//   %1 = reduce_window %t, window and stride 128  8 x 500   sums of the columns, for blocks of rows
//
//     d0: 1000 grid, d1: 500 reduction
//     out0[d0] = reduction0 of t[d0, d1] over d1
//     out1[500*(d0 floordiv 128) + d1] = t[d0, d1], summed in blocks of 128
//
// The table of a result can have further dims after the rows and columns. Each point of the further
// dims becomes a separate output. An example is the gradient of a sum over distances in three
// coordinates.
#include "fusion/BuildPlan.h"
#include "fusion/expand/PlanExpander.h"
#include "schedule/LoopForms.h"
#include "schedule/cost/Cost.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>

namespace lz::fusion {
using schedule::ChosenPlan;

namespace {

// The largest number of lanes of any target. The number of rows of a block is a multiple of it.
constexpr int64_t kMostLanes = 16;
// The largest number of rounds after the first one. The gradients of 10,000 points of 10 numbers
// have 10 sums after the sums of the first round. With AVX2 these gradients take 71 ms in 4 rounds,
// 66 ms in 5, and 65 ms in 10 (Zen 4). But more rounds take longer to compile.
constexpr int kMostRounds = 5;

const Op* producerOf(const Program& region, ValueId value) {
  for (const Op& op : region.body.ops)
    if (std::find(op.results.begin(), op.results.end(), value) != op.results.end())
      return &op;
  return nullptr;
}

bool isSumOfRows(const Op& op) {
  return op.opcode == Opcode::Reduce && op.results.size() == 1 &&
         ReduceAttrs(op.attrs).dimensions() == absl::MakeConstSpan(Dims{1});
}

// Returns the number of rows of a block, or 0 if the op does not sum columns over blocks.
int64_t blockOf(const Op& op, const Program& region) {
  if (op.opcode != Opcode::ReduceWindow || op.results.size() != 1)
    return 0;
  ReduceWindowAttrs attrs(op.attrs);
  absl::Span<const int64_t> sizes = attrs.windowDimensions();
  if (sizes.size() < 2)
    return 0;
  const int64_t rows = region.type(op.operands[0]).dims[0], block = sizes[0],
                rest = (rows + block - 1) / block * block - rows;
  bool isOfBlocks = block % kMostLanes == 0;
  for (size_t d = 0; d < sizes.size(); ++d)
    isOfBlocks = isOfBlocks && (d == 0 || sizes[d] == 1) && attrs.windowStrides()[d] == sizes[d] &&
                 attrs.baseDilations()[d] == 1 && attrs.windowDilations()[d] == 1 &&
                 attrs.padding()[2 * d] == 0 && attrs.padding()[2 * d + 1] == (d == 0 ? rest : 0);
  return isOfBlocks ? block : 0;
}

class TablePlanner {
public:
  // A reduction inside of an entry of the table is written out if it has at most `mostWrittenOut`
  // points.
  TablePlanner(const Program& region, const Op& first, const CostTable& table,
               int64_t mostWrittenOut)
      : region_(region), table_(table), expander_(region, plan_),
        dims_(region.type(first.operands[0]).dims) {
    expander_.writeOutReductions(mostWrittenOut);
  }

  StatusOr<ChosenPlan> run() {
    row_ = expander_.addDim(dims_[0], region::DimKind::Grid);
    column_ = expander_.addDim(dims_[1], region::DimKind::Reduction);
    for (ValueId result : region_.body.results) {
      expander_.declareOutput(region_.type(result));
      LZ_RETURN_IF_ERROR(addSums(*producerOf(region_, result)));
    }
    ChosenPlan chosen = chooseRounds();
    return isSuitable(chosen) ? StatusOr<ChosenPlan>(std::move(chosen))
                              : unimplemented("[fusion] the table needs loops of its own");
  }

private:
  // Divides the sums of rows among rounds (schedule/tables/TableRounds.h) so that the predicted
  // time is as short as possible. The first round computes the first sums. The other sums are
  // divided evenly among the other rounds.
  ChosenPlan chooseRounds() const {
    const auto count = int(std::count_if(plan_.reductions.begin(), plan_.reductions.end(),
                                         [&](const auto& r) { return isOfRows(r); }));
    ChosenPlan best = withRounds(count, count);
    schedule::Cost least = schedule::costOf(best, table_);
    for (int first = 1; first < count; ++first)
      for (int rounds = 1; rounds <= kMostRounds && rounds <= count - first; ++rounds) {
        ChosenPlan other = withRounds(first, (count - first + rounds - 1) / rounds);
        if (schedule::Cost cost = schedule::costOf(other, table_); isCheaper(cost, least)) {
          best = std::move(other);
          least = cost;
        }
      }
    return best;
  }

  bool isOfRows(const region::PlanReduction& r) const {
    return r.dims == std::vector<int32_t>{column_};
  }

  // Returns the plan in which one round computes the first `first` sums of rows, and each further
  // round computes the next `some` sums.
  ChosenPlan withRounds(int first, int some) const {
    std::vector<int> parts;
    for (int i = 0; const region::PlanReduction& r : plan_.reductions) {
      parts.push_back(!isOfRows(r) || i < first ? 0 : 1 + (i - first) / some);
      i += isOfRows(r);
    }
    ChosenPlan chosen{plan_, {.lanes = schedule::LaneMode::GridLanes}};
    mergeReductions(chosen.plan, parts);
    return chosen;
  }

  // Adds an output for each point of the dims that come after rows and columns.
  Status addSums(const Op& op) {
    const Dims& dims = region_.type(op.operands[0]).dims;
    if (dims.size() < 2 || dims[0] != dims_[0] || dims[1] != dims_[1])
      return unimplemented("[fusion] the sums are of tables of different sizes");
    const Dims taps(dims.begin() + 2, dims.end());
    int64_t count = 1;
    for (int64_t extent : taps)
      count *= extent;
    for (int64_t tap = 0; tap < count; ++tap) {
      Indices at = {region::IndexExpr::dim(row_), region::IndexExpr::dim(column_)};
      for (size_t d = taps.size(), rest = size_t(tap); d-- > 0; rest /= size_t(taps[d]))
        at.insert(at.begin() + 2, region::IndexExpr(int64_t(rest) % taps[d]));
      LZ_ASSIGN_OR_RETURN(region::NodeId entry, expander_.expand(op.operands[0], at, -1));
      LZ_RETURN_IF_ERROR(op.opcode == Opcode::Reduce ? addRow(op, entry, at)
                                                     : addColumn(op, entry, at));
    }
    return okStatus();
  }

  Status addRow(const Op& op, region::NodeId entry, Indices at) {
    region::PlanReduction reduction;
    reduction.dims = {column_};
    reduction.operands = {entry};
    LZ_ASSIGN_OR_RETURN(region::NodeId init, expander_.expand(op.operands[1], {}, -1));
    reduction.inits = {init};
    LZ_ASSIGN_OR_RETURN(reduction.body, expander_.scalarBody(op.regions[0]));
    region::PlanNode sum{region::NodeKind::Reduce, region_.type(op.results[0]).dtype};
    sum.reduction = int32_t(plan_.reductions.size());
    plan_.reductions.push_back(std::move(reduction));
    at.erase(at.begin() + 1);
    region::PlanOutput output{expander_.addNode(std::move(sum)),
                              rowMajorOffset(at, region_.type(op.results[0]).dims)};
    output.dims = {row_};
    return add(std::move(output));
  }

  Status addColumn(const Op& op, region::NodeId entry, Indices at) {
    const int64_t block = blockOf(op, region_);
    at[0] = at[0].floorDiv(block, expander_.extents());
    region::PlanOutput output{entry, rowMajorOffset(at, region_.type(op.results[0]).dims)};
    output.dims = {row_, column_};
    output.block = block;
    return add(std::move(output));
  }

  Status add(region::PlanOutput output) {
    output.buffer = int32_t(plan_.outputTypes.size()) - 1;
    plan_.outputs.push_back(std::move(output));
    return okStatus();
  }

  // Returns whether three conditions hold: one loop over the columns computes all sums of rows, the
  // sums inside of entries are written out, and all sums of columns have the same type.
  bool isSuitable(const ChosenPlan& chosen) const {
    const region::RegionPlan& plan = chosen.plan;
    schedule::LoopForms forms(plan, chosen.choice);
    size_t outer = 0;
    for (size_t r = 0; r < plan.reductions.size(); ++r) {
      bool isOfRows = plan.reductions[r].dims == std::vector<int32_t>{column_};
      outer += isOfRows;
      if (!isOfRows && !forms.isWrittenOut[r])
        return false;
    }
    std::vector<DType> types;
    for (const region::PlanOutput& o : plan.outputs)
      if (o.block > 0)
        types.push_back(plan.outputTypes[size_t(o.buffer)]);
    auto isAsOthers = [&](const region::PlanOutput& o) {
      return o.block == 0 ||
             (o.block == plan.block() && plan.outputTypes[size_t(o.buffer)] == types[0]);
    };
    return outer > 0 && std::all_of(plan.outputs.begin(), plan.outputs.end(), isAsOthers);
  }

  const Program& region_;
  const CostTable& table_;
  region::RegionPlan plan_;
  PlanExpander expander_;
  const Dims dims_; // of the table
  int32_t row_ = -1, column_ = -1;
};

} // namespace

bool sumsTable(const Program& region) {
  bool hasRows = false, hasBlocks = false;
  for (ValueId result : region.body.results) {
    const Op* op = producerOf(region, result);
    if (!op || (!isSumOfRows(*op) && blockOf(*op, region) == 0))
      return false;
    (op->opcode == Opcode::Reduce ? hasRows : hasBlocks) = true;
  }
  // In other regions, the dims of each result are the first dims of the first result.
  auto hasFirstDims = [&](ValueId result) {
    const Dims &first = region.type(region.body.results[0]).dims, &dims = region.type(result).dims;
    return dims.size() <= first.size() && std::equal(dims.begin(), dims.end(), first.begin());
  };
  return hasRows && hasBlocks &&
         !std::all_of(region.body.results.begin(), region.body.results.end(), hasFirstDims);
}

StatusOr<ChosenPlan> tablePlan(const Program& region, const CostTable& table) {
  const Op& first = *producerOf(region, region.body.results[0]);
  StatusOr<ChosenPlan> chosen = TablePlanner(region, first, table, schedule::kMostCopies).run();
  return chosen.ok() ? std::move(chosen) : TablePlanner(region, first, table, 0).run();
}

} // namespace lz::fusion
