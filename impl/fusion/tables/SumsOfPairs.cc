#include "fusion/tables/SumsOfPairs.h"

#include "absl/strings/str_cat.h"
#include "base/text/NumberText.h"
#include "hlo/ir/TypeBridge.h"
#include "spec/OpCost.h"

#include "llvm/ADT/SetVector.h"
#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace lz::fusion {
namespace {

using PairOps = llvm::SetVector<mlir::Operation*>;

// A value has pairs if it has more than 1 / kPairs of the elements of the table.
constexpr double kPairs = 8;
// The largest number of ops that lead from values without pairs to the sums.
constexpr size_t kMostOps = 96;

double countOf(mlir::Value v) {
  return double(mlir::cast<mlir::RankedTensorType>(v.getType()).getNumElements());
}

double bytesOfPairs(mlir::Value v) {
  auto type = mlir::cast<mlir::RankedTensorType>(v.getType());
  return countOf(v) * double(storageBits(hlo::dtypeFromIr(type.getElementType()))) / 8;
}

bool isPointwise(mlir::Operation* op) {
  const OpKind kind = infoOf(op)->kind;
  return op->getNumResults() == 1 && isFusible(op) &&
         (kind == OpKind::Elementwise || kind == OpKind::View || kind == OpKind::Source);
}

bool isSum(mlir::Operation* op) {
  return infoOf(op) && infoOf(op)->opcode == Opcode::Reduce && op->getNumResults() == 1 &&
         isFusible(op);
}

using Kinds = decltype(SummedPairs::kinds);

bool areOfOneKind(mlir::Operation* a, mlir::Operation* b) {
  return a->getAttr("dimensions") == b->getAttr("dimensions") &&
         mlir::cast<mlir::RankedTensorType>(a->getOperand(0).getType()).getShape() ==
             mlir::cast<mlir::RankedTensorType>(b->getOperand(0).getType()).getShape();
}

// Returns the sums that read `function`, directly or through elementwise ops and views. Returns
// nullopt if another op reads one of these values, or if all sums are of one kind.
std::optional<Kinds> kindsOf(mlir::Operation* function) {
  PairOps path;
  path.insert(function);
  Kinds kinds;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path.size() > kMostOps)
      return std::nullopt;
    for (mlir::Operation* user : path[i]->getUsers()) {
      if (user->getBlock() != function->getBlock() || !infoOf(user))
        return std::nullopt;
      if (isPointwise(user)) {
        path.insert(user);
        continue;
      }
      // The result of a sum must not be a value of pairs.
      if (!isSum(user) || countOf(user->getResult(0)) * kPairs > countOf(function->getResult(0)))
        return std::nullopt;
      auto kind =
          llvm::find_if(kinds, [&](const auto& some) { return areOfOneKind(some[0], user); });
      if (kind == kinds.end())
        kind = &kinds.emplace_back();
      if (!llvm::is_contained(*kind, user))
        kind->push_back(user);
    }
  }
  return kinds.size() > 1 ? std::optional(std::move(kinds)) : std::nullopt;
}

// Returns the roots and the ops from which they are computed, in the order of the block. The search
// stops at `stored`, and at values that have no pairs. Returns nullopt if the search meets a value
// that has pairs and is not computed from other values, such as an input matrix.
std::optional<PairOps> pairOpsOf(llvm::ArrayRef<mlir::Operation*> roots, double pairs,
                                 mlir::Operation* stored = nullptr) {
  PairOps found(roots.begin(), roots.end());
  for (size_t i = 0; i < found.size(); ++i) {
    if (found.size() > kMostOps)
      return std::nullopt;
    for (mlir::Value operand : found[i]->getOperands()) {
      if (countOf(operand) * kPairs <= pairs)
        continue;
      mlir::Operation* def = operand.getDefiningOp();
      if (def && def == stored)
        continue;
      if (!def || !infoOf(def) || def->getBlock() != roots[0]->getBlock() ||
          !(isPointwise(def) || isSum(def)))
        return std::nullopt;
      found.insert(def);
    }
  }
  llvm::SmallVector<mlir::Operation*> ordered = found.takeVector();
  llvm::sort(ordered, [](mlir::Operation* a, mlir::Operation* b) { return a->isBeforeInBlock(b); });
  return PairOps(ordered.begin(), ordered.end());
}

// Returns whether `op` needs the result of `sum`. Also returns true if the search meets too many
// ops.
bool dependsOn(mlir::Operation* op, mlir::Operation* sum) {
  PairOps readers;
  readers.insert(sum);
  for (size_t i = 0; i < readers.size() && readers.size() <= kMostOps; ++i)
    for (mlir::Operation* user : readers[i]->getUsers())
      if (user == op)
        return true;
      else if (user->getBlock() == op->getBlock() && user->isBeforeInBlock(op))
        readers.insert(user);
  return readers.size() > kMostOps;
}

// Compares two alternatives for a function of pairs. In one alternative, each kernel that computes
// sums computes the function again. In the other one, a kernel stores the values of the function,
// and other kernels read them.
class Pricer {
public:
  Pricer(mlir::Operation* function, KernelCosts& costs)
      : function_(function), costs_(costs), pairs_(countOf(function->getResult(0))) {}

  // Returns nullopt if one of the ops that the sums need cannot be part of a kernel.
  std::optional<SummedPairs> run(Kinds kinds) {
    const std::optional<PairOps> own = pairOpsOf(function_, pairs_);
    if (!own)
      return std::nullopt;
    add(costs_.of(llvm::to_vector(*own), function_), found_.stored);
    if (!llvm::all_of(kinds, [&](const auto& kind) { return addKind(kind); }))
      return std::nullopt;
    found_.kinds = std::move(kinds);
    return std::move(found_);
  }

private:
  static void add(const Side& one, Side& sum) {
    sum.possible &= one.possible;
    sum.ns += one.ns;
  }

  // Adds the kernels of sums of one kind. One kernel computes several of them if that is cheaper.
  bool addKind(llvm::ArrayRef<mlir::Operation*> kind) {
    llvm::SmallVector<std::pair<llvm::SmallVector<mlir::Operation*>, Side>> kernels;
    for (mlir::Operation* sum : kind) {
      const std::optional<PairOps> all = pairOpsOf(sum, pairs_);
      const std::optional<PairOps> rest = pairOpsOf(sum, pairs_, function_);
      if (!all || !rest)
        return false;
      found_.ops.insert(all->begin(), all->end());
      found_.ops.remove(sum);
      add(costs_.of(llvm::to_vector(*rest), sum), found_.stored);
      const Side alone = costs_.of(llvm::to_vector(*all), sum);
      if (!joinsOneOf(kernels, sum, alone))
        kernels.push_back({{sum}, alone});
    }
    for (const auto& [unused, side] : kernels)
      add(side, found_.again);
    return true;
  }

  template <typename Kernels>
  bool joinsOneOf(Kernels& kernels, mlir::Operation* sum, const Side& alone) {
    for (auto& [sums, side] : kernels) {
      if (llvm::any_of(sums, [&](mlir::Operation* other) { return dependsOn(sum, other); }))
        continue;
      llvm::SmallVector<mlir::Operation*> both = sums;
      both.push_back(sum);
      const Side joined = costs_.of(llvm::to_vector(*pairOpsOf(both, pairs_)), both);
      if (!joined.possible || joined.ns > side.ns + alone.ns)
        continue;
      sums = std::move(both);
      side = joined;
      return true;
    }
    return false;
  }

  mlir::Operation* function_;
  KernelCosts& costs_;
  double pairs_;
  SummedPairs found_;
};

// Writes the decision and both prices.
void explain(mlir::Operation* function, const SummedPairs& pairs, const FusionOptions& options) {
  if (options.explanations)
    options.explanations->push_back(
        absl::StrCat(function->getName().getStringRef().str(),
                     pairs.isStoringWorseThan(pairs.again) ? " is" : " is not",
                     " computed for each of its sums: ", generalText(pairs.again.ns / 1e3, 3),
                     " us, stored ", generalText(pairs.stored.ns / 1e3, 3), " us"));
}

// Returns whether the op has several readers, and is a short sum or an elementwise function of a
// short sum. The squared distance of two points in a Sinkhorn iteration is an example.
bool isSharedSum(mlir::Operation* op) {
  const bool isOfSum = isPointwise(op) && infoOf(op)->kind == OpKind::Elementwise &&
                       llvm::any_of(op->getOperands(), [](mlir::Value v) {
                         mlir::Operation* def = v.getDefiningOp();
                         return def && isSum(def);
                       });
  return (isOfSum || isSum(op)) && !op->use_empty() && !op->hasOneUse();
}

bool isLargeFunction(mlir::Operation* op, const CostTable& costs) {
  return infoOf(op) && ((isFunction(*infoOf(op)) && isPointwise(op)) || isSharedSum(op)) &&
         bytesOfPairs(op->getResult(0)) > costs.caches[2];
}

} // namespace

std::optional<SummedPairs> summedPairsOf(mlir::Operation* op, KernelCosts& costs) {
  if (!isLargeFunction(op, costs.table()))
    return std::nullopt;
  std::optional<Kinds> kinds = kindsOf(op);
  return kinds ? Pricer(op, costs).run(*std::move(kinds)) : std::nullopt;
}

llvm::DenseSet<mlir::Operation*> opsOfSummedPairs(mlir::Block& block, const FusionOptions& options,
                                                  KernelCosts& costs) {
  llvm::DenseSet<mlir::Operation*> found;
  for (mlir::Operation& op : block) {
    if (found.contains(&op))
      continue;
    const std::optional<SummedPairs> pairs = summedPairsOf(&op, costs);
    if (!pairs)
      continue;
    explain(&op, *pairs, options);
    if (pairs->isStoringWorseThan(pairs->again))
      found.insert(pairs->ops.begin(), pairs->ops.end());
  }
  return found;
}

} // namespace lz::fusion
