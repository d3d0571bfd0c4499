#include "fusion/Trial.h"

#include "absl/strings/str_cat.h"
#include "base/text/NumberText.h"
#include "fusion/BuildPlan.h"
#include "hlo/build/Bridge.h"
#include "hlo/ir/TypeBridge.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace lz::fusion {
namespace {

using Ops = llvm::SetVector<mlir::Operation*, llvm::SmallVector<mlir::Operation*>>;

// The largest number of producers that one decision takes into account. With 12,
// pairwise-gradient-d3 takes 2.8 times as long. With 48, all 258 programs of the bench get the same
// plans.
constexpr size_t kMostProducers = 24;

bool isStatistic(mlir::Operation* op) {
  return infoOf(op)->opcode == Opcode::Reduce && op->getNumResults() == 1;
}

bool isElemental(mlir::Operation* op) {
  OpKind kind = infoOf(op)->kind;
  return kind == OpKind::Elementwise || kind == OpKind::View || kind == OpKind::Source;
}

double elementsOf(mlir::Value v) {
  return double(mlir::cast<mlir::RankedTensorType>(v.getType()).getNumElements());
}

double flopsOf(mlir::Operation* op) {
  const OpInfo* info = infoOf(op);
  double results = elementsOf(op->getResult(0));
  if (info->kind == OpKind::Elementwise || info->opcode == Opcode::Pad)
    return results;
  if (info->opcode == Opcode::Concatenate)
    return results * double(op->getNumOperands() - 1);
  if (info->kind != OpKind::Reduce)
    return 0;
  double steps = 0;
  for (mlir::Operation& inner : op->getRegion(0).front())
    steps += infoOf(&inner) && infoOf(&inner)->kind == OpKind::Elementwise ? 1 : 0;
  auto window = op->getAttrOfType<mlir::DenseI64ArrayAttr>("window_dimensions");
  if (!window)
    return steps * elementsOf(op->getOperand(0));
  for (int64_t size : window.asArrayRef())
    steps *= double(size);
  return steps * results;
}

class Joining {
public:
  enum class With : uint8_t { Nothing, Producers, Statistics };
  // Producers that only the op needs are computed together with the op. `Producers` counts only
  // elementwise ops, views and sources as producers. `Statistics` also counts reductions.
  Joining(mlir::Operation* op, llvm::ArrayRef<Group*> groups, KernelCosts& costs,
          With with = With::Producers)
      : groups_(groups), costs_(costs) {
    alone_.insert(op);
    if (with != With::Nothing)
      addProducers(with == With::Statistics);
  }

  bool hasStatistics() const {
    return llvm::any_of(alone_.getArrayRef().drop_front(), isStatistic);
  }

  // Implements lz::fusion::isNameCheaper. The only group is a reshape of the op.
  bool isNameCheaper() const {
    Side named, computed;
    add(llvm::to_vector(alone_.getArrayRef()), alone_.front(), named);
    add(withOp(*groups_.front()), groups_.front()->outputs, computed);
    return named.possible && (!computed.possible || named.ns <= computed.ns);
  }

  // Tries to decide from the cost of the group with the op alone. Compares this cost with a lower
  // bound of the cost apart. The lower bound is the last known time of the group plus the least
  // time of another kernel. Returns nullopt if this comparison does not decide.
  std::optional<JoinCosts> runJoined(bool stored) const {
    Group& group = *groups_.front();
    if (groups_.size() > 1 || group.countedNs == 0)
      return std::nullopt;
    JoinCosts result;
    add(withOp(group), outputs(group, stored ? alone_.front() : nullptr), result.joined);
    result.repetition = repetition(result.joined.flops, result.joined.flops);
    result.apart.ns = group.countedNs + costs_.table().kernel + costs_.table().call;
    result.apartIsLeast = true;
    if (!result.joined.possible || !result.isJoiningCheaper(1))
      return std::nullopt;
    group.countedNs = result.joined.ns;
    return result;
  }

  JoinCosts run(bool stored, const Stores& stores) const {
    mlir::Operation* op = alone_.front();
    JoinCosts result;
    Side without;
    for (Group* group : groups_) {
      Side joined, before;
      add(withOp(*group), outputs(*group, stored && group == groups_.front() ? op : nullptr),
          joined);
      add(members(*group), group->outputs, before);
      group->countedNs = before.ns;
      join(joined, result.joined);
      join(before, without);
    }
    result.repetition = repetition(result.joined.flops, result.joined.flops - without.flops);
    result.exceedsCaches = groups_.size() > 1 && bytesOfOp() > costs_.table().caches.back();
    result.keepsMore = groups_.size() > 1 && bytesKept() > bytesOfOp();
    result.apart = without;
    add(llvm::to_vector(alone_.getArrayRef()), op, result.apart);
    for (const Group* store : {stores.first, stores.sibling})
      if (store)
        takeCheaper(storedBy(*store, without), result.apart);
    return result;
  }

  JoinCosts runBeside() const {
    Group& group = *groups_.front();
    JoinCosts result;
    add(withOp(group), outputs(group, alone_.front()), result.joined);
    add(members(group), group.outputs, result.apart);
    group.countedNs = result.apart.ns;
    add(llvm::to_vector(alone_.getArrayRef()), alone_.front(), result.apart);
    return result;
  }

private:
  using OpList = llvm::SmallVector<mlir::Operation*>;

  // Returns whether only ops in `alone_` and members of the groups need `op`. Also returns true if
  // there are several groups. Several groups repeat the ops in `alone_`, so they may repeat the
  // operands of these ops, too.
  bool isOnlyForUs(mlir::Operation* op) const {
    return isFree(op) || groups_.size() > 1 ||
           llvm::all_of(op->getUsers(), [&](mlir::Operation* user) {
             return alone_.contains(user) || llvm::any_of(groups_, [&](const Group* group) {
                      return group->members.count(user) != 0;
                    });
           });
  }

  void addProducers(bool statistics) {
    for (size_t i = 0; i < alone_.size() && alone_.size() < kMostProducers; ++i)
      for (mlir::OpOperand& use : alone_[i]->getOpOperands())
        if (mlir::Operation* def = use.get().getDefiningOp();
            def && def->getBlock() == alone_.front()->getBlock() && !needsMemory(use) &&
            isFusible(def) && isOnlyForUs(def) &&
            (isElemental(def) || (statistics && isStatistic(def))))
          alone_.insert(def);
  }

  static OpList members(const Group& group) {
    OpList result;
    for (auto& [member, unused] : group.members)
      result.push_back(member);
    return result;
  }

  OpList withOp(const Group& group) const {
    Ops result;
    for (mlir::Operation* member : members(group))
      result.insert(member);
    result.insert(alone_.begin(), alone_.end());
    return result.takeVector();
  }

  // Returns JoinCosts::repetition. The groups with the op compute `flops` flops. The op adds `more`
  // of these flops. The result is the smaller of two ratios. The first ratio is `more` divided by
  // the flops of computing the op once. It leaves out what the groups repeat without the op. The
  // second ratio is `flops` divided by the flops of computing all ops once. It is small if the op
  // is a small part of the groups. If the op adds less than a tenth of the flops, the result is 1.
  // For example, the weights of a sum over pairs add 7 % to the flops of the gradients.
  double repetition(double flops, double more) const {
    Ops all = alone_;
    for (const Group* group : groups_)
      for (mlir::Operation* member : members(*group))
        all.insert(member);
    double ofAll = flopsOnce(all.getArrayRef()), ofOp = flopsOnce(alone_.getArrayRef());
    if (ofAll <= 0 || ofOp <= 0 || more * 10 < flops)
      return 1;
    return std::min(flops / ofAll, more / ofOp);
  }

  double bytesOfOp() const { return bytes(alone_.front()->getResult(0)); }

  // If the op joins the groups, some of its operands must stay in memory until the groups run.
  // Returns the bytes of the operands that stay only for this reason.
  double bytesKept() const {
    double kept = 0;
    llvm::SmallDenseSet<mlir::Value, 8> seen;
    for (mlir::Operation* op : alone_)
      for (mlir::Value v : op->getOperands()) {
        mlir::Operation* def = v.getDefiningOp();
        if (def && !isFree(def) && !alone_.contains(def) && seen.insert(v).second && !isRead(v))
          kept += bytes(v);
      }
    return kept;
  }

  // Returns whether a member of a group reads the value.
  bool isRead(mlir::Value v) const {
    return llvm::any_of(v.getUsers(), [&](mlir::Operation* user) {
      return llvm::any_of(groups_, [&](const Group* g) { return g->members.count(user) != 0; });
    });
  }

  static void join(const Side& more, Side& side) {
    side.possible &= more.possible;
    side.ns += more.ns;
    side.flops += more.flops;
  }

  static OpList outputs(const Group& group, mlir::Operation* more) {
    OpList result = group.outputs;
    if (more)
      result.push_back(more);
    return result;
  }

  // Returns the costs of `side` if the kernel of `group` also stores the op. These costs are at
  // least as high as the costs without this store.
  Side storedBy(const Group& group, Side side) const {
    Side before;
    add(members(group), group.outputs, before);
    double least = side.ns;
    side.ns -= before.ns;
    side.possible &= before.possible;
    add(withOp(group), outputs(group, alone_.front()), side);
    side.ns = std::max(side.ns, least);
    return side;
  }

  static void takeCheaper(const Side& other, Side& side) {
    if (other.possible && (!side.possible || other.ns < side.ns))
      side = other;
  }

  // Adds to `side` a kernel that computes `ops` and stores `outputs`.
  void add(OpList ops, llvm::ArrayRef<mlir::Operation*> outputs, Side& side) const {
    join(costs_.of(std::move(ops), outputs), side);
  }

  llvm::ArrayRef<Group*> groups_;
  KernelCosts& costs_;
  Ops alone_; // the op and its producers
};

Side sideOf(llvm::ArrayRef<mlir::Operation*> ops, llvm::ArrayRef<mlir::Operation*> outputs,
            const CostTable& table) {
  StatusOr<Program> program = hlo::exportOps(ops, outputs, needsMemory);
  StatusOr<schedule::ChosenPlan> chosen =
      program.ok() ? buildPlan(*program, table) : StatusOr<schedule::ChosenPlan>(program.status());
  if (!chosen.ok())
    return {.possible = false};
  schedule::Cost cost = costOf(*chosen, table);
  return {.ns = cost.ns, .flops = cost.flops};
}

} // namespace

double bytes(mlir::Value v) {
  auto type = mlir::cast<mlir::RankedTensorType>(v.getType());
  return elementsOf(v) * double(storageBits(hlo::dtypeFromIr(type.getElementType()))) / 8;
}

Side KernelCosts::of(llvm::SmallVector<mlir::Operation*> ops,
                     llvm::ArrayRef<mlir::Operation*> outputs) {
  constexpr size_t kMostKnown = 1024;
  llvm::sort(ops, [](mlir::Operation* a, mlir::Operation* b) { return a->isBeforeInBlock(b); });
  std::vector<mlir::Operation*> key(ops.begin(), ops.end());
  key.push_back(nullptr);
  key.insert(key.end(), outputs.begin(), outputs.end());
  if (known_.size() == kMostKnown)
    known_.clear();
  auto [it, isNew] = known_.try_emplace(std::move(key));
  if (isNew)
    it->second = sideOf(ops, outputs, table_);
  return it->second;
}

double flopsOnce(llvm::ArrayRef<mlir::Operation*> ops) {
  double flops = 0;
  for (mlir::Operation* op : ops)
    flops += flopsOf(op);
  return flops;
}

std::string print(const JoinCosts& costs) {
  auto us = [](const Side& side) {
    return side.possible ? generalText(side.ns / 1e3, 3) + " us" : "no kernel";
  };
  std::string s = absl::StrCat("joined ", us(costs.joined), ", apart ",
                               costs.apartIsLeast ? "at least " : "", us(costs.apart));
  if (costs.repeatsTooMuch())
    absl::StrAppend(&s, ", joined ", generalText(costs.repetition, 2), " times the flops");
  if (costs.keepsMore)
    absl::StrAppend(&s, ", joined keeps larger operands");
  return s;
}

JoinCosts costsOfJoining(mlir::Operation* op, llvm::ArrayRef<Group*> groups, bool stored,
                         const Stores& stores, KernelCosts& costs) {
  Joining joining(op, groups, costs);
  if (!stores.sibling)
    if (std::optional<JoinCosts> enough = joining.runJoined(stored))
      return *enough;
  JoinCosts result = joining.run(stored, stores);
  if (!result.repeatsTooMuch())
    return result;
  // The groups can repeat less if statistics join together with the op. For example, if the sum of
  // a row does not join, a scale that is computed from the sum is computed for each element of the
  // row.
  Joining together(op, groups, costs, Joining::With::Statistics);
  return together.hasStatistics() ? together.run(stored, stores) : result;
}

JoinCosts costsOfView(mlir::Operation* op, Group* group, KernelCosts& costs) {
  JoinCosts result = Joining(op, group, costs, Joining::With::Nothing).run(/*stored=*/false, {});
  result.repetition = 1;
  return result;
}

JoinCosts costsOfSibling(mlir::Operation* op, Group* group, KernelCosts& costs) {
  return Joining(op, group, costs).runBeside();
}

bool isNameCheaper(mlir::Operation* op, Group* reshape, KernelCosts& costs) {
  return Joining(op, reshape, costs).isNameCheaper();
}

} // namespace lz::fusion
