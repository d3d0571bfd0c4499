#include "schedule/KeptRows.h"

#include "base/Checked.h"
#include "spec/OpCost.h"

#include <algorithm>
#include <numeric>

namespace lz::schedule {
using region::NodeId;

namespace {

// With half or twice this value, all plans of the bench's 258 programs stay the same.
constexpr int64_t kMostBytes = 64 << 10; // the rows are on the stack

// Decides whether two nodes compute the same function. The first node is seen as a function of
// dimension `a`, and the second node as a function of dimension `b`.
class SameFunction {
public:
  SameFunction(const region::RegionPlan& plan, const std::vector<uint64_t>& deps, int32_t a,
               int32_t b)
      : plan_(plan), deps_(deps), a_(a), b_(b), extents_(plan.extents()),
        known_(plan.nodes.size() * plan.nodes.size()) {
    for (size_t d = 0; d < plan.dims.size(); ++d)
      renamed_.push_back(region::IndexExpr::dim(int32_t(d)));
    renamed_[size_t(a)] = region::IndexExpr::dim(b);
  }

  // The recursion is as deep as the graph of a region, which has few nodes.
  bool operator()(NodeId x, NodeId y) {
    if (x == y)
      return !(deps_[size_t(x)] >> a_ & 1) && !(deps_[size_t(x)] >> b_ & 1);
    Answer& known = known_[size_t(x) * plan_.nodes.size() + size_t(y)];
    if (known == Answer::Open)
      known = compare(plan_.nodes[size_t(x)], plan_.nodes[size_t(y)]) ? Answer::Yes : Answer::No;
    return known == Answer::Yes;
  }

private:
  enum class Answer : uint8_t { Open, No, Yes };

  bool compare(const region::PlanNode& x, const region::PlanNode& y) {
    if (x.kind != y.kind || x.dtype != y.dtype || x.operands.size() != y.operands.size())
      return false;
    if (x.kind == region::NodeKind::Load)
      return x.input == y.input && x.mask < 0 && y.mask < 0 && x.dynamic.empty() &&
             y.dynamic.empty() && x.expr.substitute(renamed_, extents_) == y.expr;
    if (x.kind == region::NodeKind::Index)
      return x.expr.substitute(renamed_, extents_) == y.expr;
    if (x.kind != region::NodeKind::Compute || x.opcode != y.opcode || x.attrs != y.attrs)
      return false;
    for (size_t i = 0; i < x.operands.size(); ++i)
      if (!(*this)(x.operands[i], y.operands[i]))
        return false;
    return true;
  }

  const region::RegionPlan& plan_;
  const std::vector<uint64_t>& deps_;
  int32_t a_, b_;
  std::vector<int64_t> extents_;
  std::vector<region::IndexExpr> renamed_;
  std::vector<Answer> known_; // index: both nodes
};

class RowKeeper {
public:
  RowKeeper(const region::RegionPlan& plan, const Choice& choice, const std::vector<uint64_t>& deps)
      : plan_(plan), choice_(choice), deps_(deps), runsAfter_(plan.dims.size()),
        isCovered_(plan.nodes.size()) {
    for (size_t i = 0; i < plan.nodes.size(); ++i) {
      const region::PlanNode& n = plan.nodes[i];
      bool isDear = n.kind == region::NodeKind::Compute && isFunction(opInfo(n.opcode));
      uint64_t dear = isDear ? deps_[i] : 0;
      for (NodeId operand : n.operands)
        dear |= dear_[size_t(operand)];
      dear_.push_back(dear);
    }
  }

  std::vector<KeptRow> run() {
    if (std::all_of(dear_.begin(), dear_.end(), [](uint64_t dims) { return dims == 0; }))
      return {};
    setAfterNeeded();
    for (size_t r = 0; r < plan_.reductions.size(); ++r) {
      if (plan_.reductions[r].dims.size() != 1)
        continue;
      for (size_t d = 0; d < plan_.dims.size(); ++d)
        if (plan_.dims[d].kind != region::DimKind::Grid)
          keepFor(int32_t(r), int32_t(d));
    }
    return std::move(rows_);
  }

private:
  bool dependsOn(NodeId n, int32_t dim) const { return deps_[size_t(n)] >> dim & 1; }

  // Returns whether the node depends on `dim`, and whether all other dims on which it depends are
  // grid dims.
  bool isOfRow(NodeId n, int32_t dim) const {
    for (size_t d = 0; d < plan_.dims.size(); ++d)
      if (dependsOn(n, int32_t(d)) && int32_t(d) != dim &&
          plan_.dims[d].kind != region::DimKind::Grid)
        return false;
    return dependsOn(n, dim);
  }

  bool isOncePerRow(NodeId n) const {
    for (size_t d = 0; d < plan_.dims.size(); ++d)
      if (dependsOn(n, int32_t(d)) && plan_.dims[d].kind != region::DimKind::Grid)
        return false;
    return true;
  }

  // Marks the nodes `of` and all nodes from which they are computed. The search goes up to
  // reductions, and marks these, too.
  std::vector<bool> parts(absl::Span<const NodeId> of) const {
    std::vector<bool> in(plan_.nodes.size());
    for (NodeId n : of)
      in[size_t(n)] = true;
    for (size_t i = plan_.nodes.size(); i-- > 0;)
      if (in[i])
        for (NodeId operand : plan_.nodes[i].operands)
          in[size_t(operand)] = true;
    return in;
  }

  bool isExpensive(NodeId n, int32_t dim) const { return dear_[size_t(n)] >> dim & 1; }

  // Sets runsAfter_. A loop runs after the loops of the reductions that its values need.
  void setAfterNeeded() {
    for (const region::PlanReduction& reduction : plan_.reductions) {
      std::vector<bool> needed = parts(reduction.operands);
      for (size_t i = 0; i < needed.size(); ++i)
        if (needed[i] && plan_.nodes[i].kind == region::NodeKind::Reduce)
          for (int32_t earlier : plan_.reductions[size_t(plan_.nodes[i].reduction)].dims)
            for (int32_t dim : reduction.dims)
              setAfter(dim, earlier);
    }
  }

  // Makes the loop over `dim`, and all loops that run after it, run after the loop over `earlier`.
  void setAfter(int32_t dim, int32_t earlier) {
    const uint64_t before = runsAfter_[size_t(earlier)] | uint64_t(1) << earlier;
    for (size_t d = 0; d < runsAfter_.size(); ++d)
      if (int32_t(d) == dim || runsAfter_[d] >> dim & 1)
        runsAfter_[d] |= before;
  }

  NodeId reduceNode(int32_t reduction) const {
    for (size_t i = 0; i < plan_.nodes.size(); ++i)
      if (plan_.nodes[i].kind == region::NodeKind::Reduce && plan_.nodes[i].reduction == reduction)
        return NodeId(i);
    return -1;
  }

  // Keeps values that the reduction and also the loop over `dim` would compute. If a value is kept,
  // its operands need not be kept.
  void keepFor(int32_t reduction, int32_t dim) {
    int32_t over = plan_.reductions[size_t(reduction)].dims[0];
    if (dim == over || plan_.dims[size_t(dim)].extent != plan_.dims[size_t(over)].extent)
      return;
    std::vector<NodeId> wanted = expensiveOfRow(dim), makers = expensiveOfRow(over);
    NodeId reduce = reduceNode(reduction);
    const bool waitsForIt = runsAfter_[size_t(over)] >> dim & 1;
    if (wanted.empty() || makers.empty() || reduce < 0 || !isOncePerRow(reduce) || waitsForIt)
      return;
    SameFunction same(plan_, deps_, dim, over);
    std::vector<bool> made = parts(plan_.reductions[size_t(reduction)].operands);
    for (NodeId used : wanted) {
      if (isCovered_[size_t(used)])
        continue;
      auto maker = std::find_if(makers.rbegin(), makers.rend(),
                                [&](NodeId m) { return made[size_t(m)] && same(used, m); });
      if (maker != makers.rend())
        keep({*maker, used, reduce, over, dim});
    }
  }

  // A row along `dim` has values of several nodes. Returns the float nodes whose values are worth
  // keeping. Users come before their operands.
  std::vector<NodeId> expensiveOfRow(int32_t dim) const {
    std::vector<NodeId> nodes;
    for (size_t i = plan_.nodes.size(); i-- > 0;)
      if (plan_.nodes[i].kind == region::NodeKind::Compute && isFloat(plan_.nodes[i].dtype) &&
          isExpensive(NodeId(i), dim) && isOfRow(NodeId(i), dim))
        nodes.push_back(NodeId(i));
    return nodes;
  }

  void keep(KeptRow row) {
    bool again = std::any_of(rows_.begin(), rows_.end(),
                             [&](const KeptRow& r) { return r.made == row.made; });
    int64_t bytes = productUpTo(plan_.dims[size_t(row.madeOver)].extent,
                                8 * (choice_.shortRows ? 16 : 1), kMostBytes + 1);
    if (!again && bytes_ + bytes > kMostBytes)
      return;
    bytes_ += again ? 0 : bytes;
    rows_.push_back(row);
    setAfter(row.usedOver, row.madeOver);
    std::vector<bool> covered = parts({row.used});
    for (size_t i = 0; i < covered.size(); ++i)
      isCovered_[i] = isCovered_[i] || covered[i];
  }

  const region::RegionPlan& plan_;
  const Choice& choice_;
  const std::vector<uint64_t>& deps_;
  std::vector<uint64_t> runsAfter_; // for each dim: the dims whose loops end before its own begins
  std::vector<uint64_t> dear_;      // for each node: dims that its expensive functions depend on
  std::vector<bool> isCovered_;     // for each node: it is a part of a kept value, so needs no row
  std::vector<KeptRow> rows_;
  int64_t bytes_ = 0;
};

} // namespace

std::vector<KeptRow> keptRows(const region::RegionPlan& plan, const Choice& choice,
                              const std::vector<uint64_t>& deps) {
  bool isByRows = choice.lanes == (choice.shortRows ? LaneMode::GridLanes : LaneMode::RowLanes);
  return isByRows ? RowKeeper(plan, choice, deps).run() : std::vector<KeptRow>();
}

} // namespace lz::schedule
