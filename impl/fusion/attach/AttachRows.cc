#include "fusion/attach/AttachRows.h"

#include "absl/strings/str_cat.h"
#include "fusion/FusionRules.h"
#include "fusion/RowPlan.h"
#include "fusion/attach/AttachPrologues.h"
#include "fusion/attach/ContractionRows.h"
#include "fusion/attach/FormSweeps.h"
#include "fusion/attach/PlaceRegions.h"
#include "hlo/ir/Dialect.h"
#include "hlo/ir/PlainAttrs.h"
#include "spec/OpAttrs.inc.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

#include <functional>
#include <numeric>

namespace lz::fusion {
namespace {

mlir::RankedTensorType typeOf(mlir::Value v) {
  return mlir::cast<mlir::RankedTensorType>(v.getType());
}

int64_t product(llvm::ArrayRef<int64_t> extents) {
  return std::accumulate(extents.begin(), extents.end(), int64_t(1), std::multiplies<>());
}

// Returns the number of columns of a row, or 0 if the output has no such rows. A row consists of
// all features of one point. If the features are not contiguous, or belong to several groups, a row
// has all dims except the first two, so it is a channel or a line of an image.
int64_t columnsOfConvolution(const Op& op, llvm::ArrayRef<int64_t> shape) {
  ConvolutionAttrs attrs(op.attrs);
  bool isLast = attrs.outputFeatureDimension() == int64_t(shape.size()) - 1;
  bool grouped = attrs.featureGroupCount() * attrs.batchGroupCount() > 1;
  if (isLast && !grouped)
    return shape.back();
  bool hasImages = attrs.outputBatchDimension() == 0 && shape.size() > 2;
  return hasImages ? product(shape.drop_front(2)) : 0;
}

// If the rows of the output are contiguous, returns the number of its columns. Otherwise returns 0.
int64_t columnsOf(mlir::Operation* contraction) {
  std::optional<Op> op = plainContraction(contraction);
  if (!op)
    return 0;
  mlir::RankedTensorType result = typeOf(contraction->getResult(0));
  if (op->opcode == Opcode::Convolution)
    return columnsOfConvolution(*op, result.getShape());
  mlir::RankedTensorType rhs = typeOf(contraction->getOperand(1));
  DotGeneralAttrs attrs(op->attrs);
  size_t others = attrs.rhsBatchingDimensions().size() + attrs.rhsContractingDimensions().size();
  return product(result.getShape().take_back(size_t(rhs.getRank()) - others));
}

// A contraction with the regions attached to it, and the reshapes between them.
struct Cluster {
  mlir::Operation* contraction;
  int64_t rows;
  mlir::Operation* end;                  // the last of the contraction and its regions
  llvm::SetVector<mlir::Operation*> ops; // reshapes, too; those after `end` can move
  llvm::DenseSet<mlir::Value> values;    // the results of the ops
};

class Attacher {
public:
  Attacher(mlir::Block& block, const FusionOptions& options) : block_(block), options_(options) {}

  // Visits the contractions from the last to the first. So the sum of two products runs on the rows
  // of the later product. At that time the earlier product is complete.
  AttachedTo run() {
    llvm::SmallVector<mlir::Operation*> contractions;
    for (mlir::Operation& op : block_)
      if (const OpInfo* info = infoOf(&op); info && info->kind == OpKind::Contraction)
        contractions.push_back(&op);
    for (mlir::Operation* op : llvm::reverse(contractions))
      attachTo(op);
    return std::move(attached_);
  }

private:
  void attachTo(mlir::Operation* contraction) {
    int64_t columns = columnsOf(contraction),
            size = typeOf(contraction->getResult(0)).getNumElements();
    if (columns == 0 || size == 0)
      return;
    Cluster cluster{contraction, size / columns, contraction, {}, {}};
    add(contraction, cluster);
    // With half or twice this value, all 258 programs of the bench get the same plans.
    constexpr int kMostTried = 12;
    llvm::DenseSet<mlir::Operation*> tried;
    for (int i = 0; i < kMostTried; ++i) {
      ir::RegionOp region = firstReader(cluster, tried);
      if (!region)
        break;
      tried.insert(region);
      const char* hindrance = hindranceOf(region, cluster);
      mlir::Operation* anchor = hindrance ? nullptr : anchorOf(region, cluster);
      if (!hindrance && !anchor)
        hindrance = "other ops need the output before the region can run";
      explain(region, cluster, hindrance);
      if (!hindrance)
        attach(region, anchor, cluster);
    }
    for (mlir::Operation* op : cluster.ops)
      clusterEnd_[op] = cluster.end;
    if (cluster.end != contraction)
      attached_[contraction] = {contraction, cluster.end};
  }

  static void add(mlir::Operation* op, Cluster& cluster) {
    cluster.ops.insert(op);
    for (mlir::Value v : op->getResults())
      cluster.values.insert(v);
  }

  // Looks for regions that read a value of the cluster, do not belong to the cluster, and have not
  // been tried yet. Returns the first such region. Reshapes of these values join the cluster.
  ir::RegionOp firstReader(Cluster& cluster, const llvm::DenseSet<mlir::Operation*>& tried) {
    mlir::Operation* first = nullptr;
    for (size_t i = 0; i < cluster.ops.size(); ++i)
      for (mlir::Operation* user : cluster.ops[i]->getUsers()) {
        if (user->getBlock() != &block_ || cluster.ops.contains(user) || tried.contains(user))
          continue;
        if (ir::renamesRows(user))
          add(user, cluster);
        else if (mlir::isa<ir::RegionOp>(user) && (!first || user->isBeforeInBlock(first)))
          first = user;
      }
    return mlir::dyn_cast_or_null<ir::RegionOp>(first);
  }

  // If the region does not work on rows of the cluster, returns the reason. Otherwise returns
  // nullptr.
  const char* hindranceOf(ir::RegionOp region, const Cluster& cluster) {
    if (region.getRows())
      return "it runs on the rows of another contraction";
    StatusOr<schedule::ChosenPlan> chosen = planByRows(region, cluster.rows, options_.costs());
    if (!chosen.ok())
      return "it has no plan";
    const region::RegionPlan& plan = chosen->plan;
    int32_t rowDims = numRowDims(*chosen, cluster.rows);
    if (rowDims < 0)
      return "its units are not rows";
    for (mlir::OpOperand& operand : region->getOpOperands())
      if (cluster.values.contains(operand.get()) &&
          !readsByRows(plan, rowDims, int32_t(operand.getOperandNumber())))
        return "it reads other rows too";
    for (size_t i = 0; i < plan.outputTypes.size(); ++i)
      if (!writesByRows(plan, rowDims, int32_t(i)))
        return "it writes other rows";
    return nullptr;
  }

  // Returns an op after which the cluster and the region can be placed together, or nullptr if
  // there is none. At this place everything that the region reads has been computed. No op before
  // this place may read values of the cluster, and operands of the contraction must not live much
  // longer than before.
  mlir::Operation* anchorOf(ir::RegionOp region, Cluster& cluster) {
    mlir::Operation* anchor = cluster.end;
    auto after = [&](mlir::Operation* op) {
      if (op && op->getBlock() == &block_ && !cluster.ops.contains(op) &&
          anchor->isBeforeInBlock(op))
        anchor = op;
    };
    for (mlir::Value v : region.getInputs()) {
      after(v.getDefiningOp());
      if (!mayBeReplaced(v, region))
        continue;
      // The region may update the memory of this input, so it must run after all other readers of
      // the input.
      for (mlir::Operation* user : v.getUsers())
        if (mlir::Operation* reader = block_.findAncestorOpInBlock(*user);
            reader && reader != region && reader->isBeforeInBlock(region))
          after(reader);
    }
    // If the anchor belongs to another cluster, this cluster is placed after all regions of the
    // other cluster. After its last region, the other cluster can have only reshapes.
    if (auto it = clusterEnd_.find(anchor);
        it != clusterEnd_.end() && anchor->isBeforeInBlock(it->second))
      anchor = it->second;
    if (region->isBeforeInBlock(anchor))
      return nullptr;
    for (mlir::Value v : cluster.values)
      for (mlir::Operation* user : v.getUsers()) {
        mlir::Operation* reader = block_.findAncestorOpInBlock(*user);
        if (reader != region && !cluster.ops.contains(reader) && !anchor->isBeforeInBlock(reader))
          return nullptr;
      }
    return keepsLittle(anchor, cluster) ? anchor : nullptr;
  }

  static bool mayBeReplaced(mlir::Value input, ir::RegionOp region) {
    return mlir::isa<mlir::BlockArgument>(input) &&
           llvm::is_contained(region.getResultTypes(), input.getType());
  }

  // Returns whether the contraction can move to `anchor` without taking more memory. After the move
  // the result lives for a shorter time, and some operands live longer. Together these operands
  // must not be larger than the result.
  bool keepsLittle(mlir::Operation* anchor, const Cluster& cluster) {
    if (anchor == cluster.end)
      return true;
    int64_t kept = 0;
    for (mlir::Value v : cluster.contraction->getOperands()) {
      auto isLater = [&](mlir::Operation* user) {
        mlir::Operation* reader = block_.findAncestorOpInBlock(*user);
        return reader && !cluster.ops.contains(reader) && !reader->isBeforeInBlock(anchor);
      };
      if (v.getDefiningOp() && !llvm::any_of(v.getUsers(), isLater))
        kept += bytesOf(v);
    }
    return kept <= bytesOf(cluster.contraction->getResult(0));
  }

  static void attach(ir::RegionOp region, mlir::Operation* anchor, Cluster& cluster) {
    mlir::Operation* previous = anchor == cluster.end ? cluster.contraction : anchor;
    for (mlir::Operation* op : cluster.ops)
      if (op != previous) {
        op->moveAfter(previous);
        previous = op;
      }
    region->moveAfter(previous);
    region.setRows(cluster.rows);
    add(region, cluster);
    cluster.end = region;
  }

  void explain(ir::RegionOp region, const Cluster& cluster, const char* hindrance) {
    if (options_.explanations)
      options_.explanations->push_back(explainRows(
          region, hindrance ? "does not run on the rows of" : "can run on the rows of",
          cluster.contraction, hindrance ? hindrance : absl::StrCat(cluster.rows, " rows")));
  }

  mlir::Block& block_;
  const FusionOptions& options_;
  // Maps each op of a complete cluster to the end of the cluster.
  llvm::DenseMap<mlir::Operation*, mlir::Operation*> clusterEnd_;
  AttachedTo attached_;
};

} // namespace

void attachRows(mlir::Block& block, const FusionOptions& options) {
  AttachedTo attached = Attacher(block, options).run();
  attachPrologues(block, options, attached);
  for (const auto& [contraction, all] : attached) {
    ir::ContractionOp::enclose(all.first, all.last);
    placeRegions(contraction, options);
  }
  if (options.sweeps)
    formSweeps(block, options);
}

} // namespace lz::fusion
