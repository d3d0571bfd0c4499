#include "fusion/Trial.h"

#include "fusion/BuildPlan.h"
#include "hlo/build/Bridge.h"

#include "llvm/ADT/SetVector.h"

namespace lz::fusion {
namespace {

using Ops = llvm::SetVector<mlir::Operation*, llvm::SmallVector<mlir::Operation*>>;

// So far up a decision looks.
constexpr size_t kMostProducers = 24;

bool isElemental(mlir::Operation* op) {
  OpKind kind = infoOf(op)->kind;
  return kind == OpKind::Elementwise || kind == OpKind::View || kind == OpKind::Source;
}

class Joining {
public:
  Joining(mlir::Operation* op, llvm::ArrayRef<Group*> groups, const CostTable& costs)
      : groups_(groups), costs_(costs) {
    alone_.insert(op);
    addProducers();
  }

  JoinCosts run(bool stored, const Stores& stores) const {
    mlir::Operation* op = alone_.front();
    JoinCosts result;
    Side without;
    for (const Group* group : groups_) {
      add(withOp(*group), outputs(*group, stored && group == groups_.front() ? op : nullptr),
          result.joined);
      add(members(*group), group->outputs, without);
    }
    result.apart = without;
    add(llvm::to_vector(alone_.getArrayRef()), op, result.apart);
    for (const Group* store : {stores.first, stores.sibling})
      if (store)
        takeCheaper(storedBy(*store, without), result.apart);
    return result;
  }

private:
  using OpList = llvm::SmallVector<mlir::Operation*>;

  // Ops of several groups are computed again already; so may be what they are computed from.
  bool isOnlyForUs(mlir::Operation* op) const {
    return isFree(op) || groups_.size() > 1 ||
           llvm::all_of(op->getUsers(), [&](mlir::Operation* user) {
             return alone_.contains(user) || llvm::any_of(groups_, [&](const Group* group) {
                      return group->members.count(user) != 0;
                    });
           });
  }

  void addProducers() {
    for (size_t i = 0; i < alone_.size() && alone_.size() < kMostProducers; ++i)
      for (mlir::OpOperand& use : alone_[i]->getOpOperands())
        if (mlir::Operation* def = use.get().getDefiningOp();
            def && !needsMemory(use) && isFusible(def) && isElemental(def) && isOnlyForUs(def))
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

  static OpList outputs(const Group& group, mlir::Operation* more) {
    OpList result = group.outputs;
    if (more)
      result.push_back(more);
    return result;
  }

  // The kernel of the group also stores the op, which takes it no less time than before.
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

  // One more kernel.
  void add(OpList ops, llvm::ArrayRef<mlir::Operation*> outputs, Side& side) const {
    llvm::sort(ops, [](mlir::Operation* a, mlir::Operation* b) { return a->isBeforeInBlock(b); });
    StatusOr<Program> program = hlo::exportOps(ops, outputs, needsMemory);
    StatusOr<RegionPlan> plan =
        program.ok() ? buildPlan(*program, costs_) : StatusOr<RegionPlan>(program.status());
    side.possible &= plan.ok();
    side.ns += plan.ok() ? costOf(*plan, costs_).ns : 0;
  }

  llvm::ArrayRef<Group*> groups_;
  const CostTable& costs_;
  Ops alone_; // the op and its producers
};

} // namespace

JoinCosts costsOfJoining(mlir::Operation* op, llvm::ArrayRef<Group*> groups, bool stored,
                         const Stores& stores, const CostTable& costs) {
  return Joining(op, groups, costs).run(stored, stores);
}

} // namespace lz::fusion
