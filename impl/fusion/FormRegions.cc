// Visits each op of a block once, from the last op to the first. An op joins the group of its users
// if all users are in one group and the rules allow it. A free op joins every group that needs it.
// Any other op starts a group. All users of a member are in the same group or run later, so groups
// never depend on each other in a cycle.
#include "fusion/FormRegions.h"

#include "fusion/FusionRules.h"
#include "fusion/MakeRegions.h"
#include "fusion/SecondLook.h"
#include "fusion/SinkConstants.h"
#include "fusion/SmallTails.h"
#include "fusion/Trial.h"
#include "fusion/attach/AttachRows.h"
#include "fusion/attach/SlicesInPlace.h"
#include "fusion/tables/SumsOfPairs.h"
#include "fusion/tables/TableSums.h"
#include "hlo/ir/Dialect.h"

#include "llvm/ADT/SetVector.h"

#include <memory>

namespace lz::fusion {
namespace {

class BlockFormer {
public:
  using Ops = llvm::DenseSet<mlir::Operation*>;
  BlockFormer(mlir::Block& block, const FusionOptions& options, const Ops& views)
      : block_(block), options_(options), costs_(options.costs()), views_(views) {}

  void run() {
    if (options_.enabled) {
      formTableSums(block_, options_);
      tails_.sink(block_);
      summedPairs_ = opsOfSummedPairs(block_, options_, costs_);
    }
    int64_t position = 0;
    for (mlir::Operation& op : block_)
      positions_[&op] = position++;
    constexpr int kMostLooks = 4; // no program of the bench is formed again
    formGroups();
    for (int look = 0; look < kMostLooks && findRegretted(); ++look)
      formGroups();
    makeRegions(block_, groups_, positions_, tails_);
  }

private:
  using GroupList = llvm::SmallVector<Group*, 1>;

  void formGroups() {
    groups_.clear();
    groupsOf_.clear();
    for (mlir::Operation& op : llvm::reverse(block_))
      if (isFusible(&op) && !op.use_empty() && !views_.contains(&op))
        place(&op);
  }

  // Finds members that should leave their groups (SecondLook.h). Returns whether there are new
  // ones.
  bool findRegretted() {
    const size_t before = regretted_.size();
    for (auto& group : groups_)
      if (mlir::Operation* op = options_.enabled ? regrettedBy(*group, costs_) : nullptr)
        regretted_.insert(op);
    return regretted_.size() > before;
  }

  void explain(mlir::Operation* op, const Verdict& verdict, const Group* group) {
    if (!options_.explanations)
      return;
    std::string line = op->getName().getStringRef().str();
    line += verdict.answer == Answer::Yes ? " joins " : " does not join ";
    line += group ? group->root->getName().getStringRef().str() : "anything";
    options_.explanations->push_back(line + ": " + verdict.reason);
  }

  void startGroup(mlir::Operation* op) {
    auto group = std::make_unique<Group>();
    group->root = op;
    group->position = positions_[op];
    group->outputs.push_back(op);
    join(op, atRoot(), *group);
    groups_.push_back(std::move(group));
  }

  void join(mlir::Operation* op, Membership membership, Group& group) {
    addMember(op, std::move(membership), group);
    groupsOf_[op].push_back(&group);
  }

  // The groups that could compute the op for themselves, and whether other readers need the result
  // of the op in memory.
  struct Demand {
    llvm::SetVector<Group*> groups;
    bool elsewhere = false;
    int64_t firstElsewhere = INT64_MAX; // position of the earliest reader outside the groups
  };

  Demand demandFor(mlir::Operation* op) {
    Demand demand;
    for (mlir::OpOperand& use : op->getUses()) {
      mlir::Operation* user = block_.findAncestorOpInBlock(*use.getOwner());
      auto it = groupsOf_.find(user);
      auto wantsAt = [&](int64_t reader) {
        demand.elsewhere = true;
        demand.firstElsewhere = std::min(demand.firstElsewhere, reader);
      };
      if (it == groupsOf_.end()) {
        wantsAt(positions_[user]);
        continue;
      }
      bool inMemory = user != use.getOwner() || needsMemory(use);
      for (Group* group : it->second)
        // If the op is stored, a group that is a single reshape only renames the buffer of the op.
        if (inMemory || (isBareReshape(*group) && isName(op, group)))
          wantsAt(group->position);
        else
          demand.groups.insert(group);
    }
    return demand;
  }

  bool isName(mlir::Operation* op, Group* reshape) {
    return options_.enabled && isFusible(op) && isNameCheaper(op, reshape, costs_);
  }

  // Returns the demand for this case: only the first group computes the op, and the other groups
  // read the result from memory.
  static Demand leftToFirst(const Demand& demand) {
    Group* first =
        *std::min_element(demand.groups.begin(), demand.groups.end(),
                          [](const Group* a, const Group* b) { return a->position < b->position; });
    Demand result = demand;
    result.groups.clear();
    result.groups.insert(first);
    for (Group* group : demand.groups) {
      if (group == first)
        continue;
      result.elsewhere = true;
      result.firstElsewhere = std::min(result.firstElsewhere, group->position);
    }
    return result;
  }

  Verdict byCost(mlir::Operation* op, llvm::ArrayRef<Group*> groups, bool stored,
                 const Stores& stores) {
    // The costs are estimates. So an op is computed several times only if storing its result would
    // take at least a fifth longer. With margins of 0.9 and 1.5, five programs of the bench take
    // the same time (Zen 5).
    constexpr double kMarginOfSeveral = 1.2;
    return decide(costsOfJoining(op, groups, stored, stores, costs_),
                  groups.size() > 1 ? kMarginOfSeveral : JoinCosts::kMarginOfOne);
  }

  Verdict decide(const JoinCosts& costs, double margin) const {
    bool joins = costs.isJoiningCheaper(margin);
    return {joins ? Answer::Yes : Answer::No, options_.explanations ? print(costs) : "",
            costs.joined.ns};
  }

  // Returns whether the group is allowed to store the result of the op, in addition to that of its
  // root.
  Verdict storedBy(const Group& group, mlir::Operation* op, const Membership& membership,
                   const Demand& demand) const {
    if (demand.firstElsewhere <= group.position)
      return {Answer::No, "other ops need it before the region runs"};
    return mayBeOutput(op, membership, group);
  }

  // Adds the op to all groups that need it, if this is cheaper than storing the result of the op.
  bool joinsAll(mlir::Operation* op, const Demand& demand) {
    // A trial builds two plans for each group. The two plans take 0.1 ms, which is too long if
    // hundreds of groups need the op. With a limit of 2 groups, pairwise-gradient-d10 takes 3.5
    // times as long (Zen 5).
    constexpr size_t kMostGroups = 4;
    if (demand.elsewhere || op->getNumResults() != 1 || demand.groups.size() > kMostGroups)
      return false;
    if (completesContraction(op)) {
      for (Group* group : demand.groups)
        explain(op, {Answer::No, "stored on the way from the contraction to memory"}, group);
      return false;
    }
    llvm::SmallVector<Membership> memberships;
    for (Group* group : demand.groups) {
      memberships.push_back(membershipIn(op, *group));
      if (mayJoin(op, memberships.back(), *group).answer == Answer::No)
        return false;
    }
    Demand rest = leftToFirst(demand);
    Group* first = rest.groups.front();
    auto ofFirst = llvm::find(demand.groups, first) - demand.groups.begin();
    bool mayStore = storedBy(*first, op, memberships[size_t(ofFirst)], rest).answer == Answer::Yes;
    Verdict verdict = byCost(op, demand.groups.getArrayRef(), /*stored=*/false,
                             {mayStore ? first : nullptr, siblingFor(op, demand)});
    for (auto [group, membership] : llvm::zip(demand.groups, memberships)) {
      explain(op, verdict, group);
      if (verdict.answer == Answer::Yes)
        join(op, std::move(membership), *group);
    }
    return verdict.answer == Answer::Yes;
  }

  // All groups of `demand` compute sums of pairs. If the rules allow it, adds the op to each of
  // these groups.
  bool joinsSums(mlir::Operation* op, const Demand& demand) {
    llvm::SmallVector<Membership> memberships;
    for (Group* group : demand.groups) {
      memberships.push_back(membershipIn(op, *group));
      if (demand.elsewhere || mayJoin(op, memberships.back(), *group).answer == Answer::No)
        return false;
    }
    for (auto [group, membership] : llvm::zip(demand.groups, memberships)) {
      explain(op, {Answer::Yes, "computed again for each sum of pairs"}, group);
      join(op, std::move(membership), *group);
    }
    return !memberships.empty();
  }

  static void noteCost(mlir::Operation* op, double ns, Group& group) {
    group.leastNs = group.byCost.empty() ? ns : std::min(group.leastNs, ns);
    group.byCost.push_back(op);
  }

  void place(mlir::Operation* op) {
    Demand demand = demandFor(op);
    if (!options_.enabled)
      return startGroup(op);
    if (isFree(op))
      return placeFree(op, demand);
    if (summedPairs_.contains(op) && joinsSums(op, demand))
      return;
    if (demand.groups.size() > 1) {
      if (joinsAll(op, demand))
        return;
      demand = leftToFirst(demand);
    }
    if (demand.groups.size() != 1 || op->getNumResults() != 1)
      return placeAlone(op, demand);
    Group* group = demand.groups.front();
    Membership membership = membershipIn(op, *group);
    Verdict verdict = mayJoin(op, membership, *group);
    if (verdict.answer != Answer::No && demand.elsewhere)
      if (Verdict stored = storedBy(*group, op, membership, demand);
          stored.answer == Answer::No || verdict.answer == Answer::Yes)
        verdict = stored;
    if (verdict.answer == Answer::ByCost)
      verdict = byCost(op, group, demand.elsewhere, {nullptr, siblingFor(op, demand)});
    if (regretted_.contains(op))
      verdict = {Answer::No, "the complete region would be slower"};
    explain(op, verdict, group);
    if (verdict.answer == Answer::No)
      return placeAlone(op, demand);
    join(op, std::move(membership), *group);
    if (verdict.joinedNs > 0)
      noteCost(op, verdict.joinedNs, *group);
    if (demand.elsewhere)
      group->outputs.push_back(op);
  }

  // Returns a group that works on the rows of `op` and runs before all readers of `op`, or nullptr
  // if there is none.
  Group* siblingFor(mlir::Operation* op, const Demand& demand) const {
    if (regretted_.contains(op))
      return nullptr;
    int64_t wanted = demand.firstElsewhere;
    for (Group* group : demand.groups)
      wanted = std::min(wanted, group->position);
    constexpr size_t kMostTried = 32; // with 1, all bench programs get the same plans
    for (size_t i = 0; i < groups_.size() && i < kMostTried; ++i)
      if (Group* group = groups_[groups_.size() - 1 - i].get();
          group->position < wanted && isSibling(op, *group))
        return group;
    return nullptr;
  }

  // Decides by cost whether the op becomes an output of a sibling group or starts a new group.
  void placeAlone(mlir::Operation* op, const Demand& demand) {
    Group* group = siblingFor(op, demand);
    if (!group)
      return startGroup(op);
    Verdict verdict = decide(costsOfSibling(op, group, costs_), JoinCosts::kMarginOfOne);
    verdict.reason = "a statistic of the same rows, as an output: " + verdict.reason;
    explain(op, verdict, group);
    if (verdict.answer == Answer::No)
      return startGroup(op);
    join(op, atRoot(), *group);
    group->outputs.push_back(op);
  }

  void placeFree(mlir::Operation* op, Demand demand) {
    llvm::SmallVector<std::pair<Group*, Membership>> joined;
    for (Group* group : demand.groups) {
      Membership membership = membershipIn(op, *group);
      Verdict verdict = mayJoin(op, membership, *group);
      if (verdict.answer == Answer::ByCost)
        verdict = decide(costsOfView(op, group, costs_), JoinCosts::kMarginOfOne);
      explain(op, verdict, group);
      if (verdict.answer == Answer::Yes) {
        join(op, membership, *group);
        joined.emplace_back(group, std::move(membership));
        continue;
      }
      demand.elsewhere = true;
      demand.firstElsewhere = std::min(demand.firstElsewhere, group->position);
    }
    if (!demand.elsewhere || infoOf(op)->opcode == Opcode::Constant)
      return;
    for (auto& [group, membership] : joined)
      if (storedBy(*group, op, membership, demand).answer == Answer::Yes) {
        group->outputs.push_back(op);
        return;
      }
    startGroup(op);
  }

  mlir::Block& block_;
  const FusionOptions& options_;
  KernelCosts costs_;
  SmallTails tails_;
  const Ops& views_; // slices that stay outside of regions
  Ops summedPairs_;  // join the groups of all their sums
  Ops regretted_;    // ops that left complete regions; each has its own kernel (SecondLook.h)
  llvm::DenseMap<mlir::Operation*, int64_t> positions_;
  llvm::DenseMap<mlir::Operation*, GroupList> groupsOf_;
  std::vector<std::unique_ptr<Group>> groups_; // the group with the last root comes first
};

} // namespace

void formRegions(mlir::ModuleOp module, const FusionOptions& options) {
  llvm::SmallVector<mlir::Block*> blocks;
  module.walk([&](mlir::Operation* op) {
    if (!hasBlocksOfRegions(op))
      return;
    for (mlir::Region& region : op->getRegions())
      for (mlir::Block& block : region)
        blocks.push_back(&block);
  });
  module.walk(completeCombiner);
  llvm::for_each(blocks, [](mlir::Block* block) { sinkConstants(*block); });
  const llvm::DenseSet<mlir::Operation*> views = slicesInPlace(module, options);
  for (mlir::Block* block : blocks)
    BlockFormer(*block, options, views).run();
  if (options.enabled && options.epilogues)
    for (mlir::Block* block : blocks)
      attachRows(*block, options);
}

} // namespace lz::fusion
