// Finds the processes that take part in a collective op.
#include "formats/adopt/ops/Collectives.h"
#include "hlo/rewrite/OpMaker.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringSwitch.h"

namespace lz::formats {
namespace {

// What the numbers in replica_groups identify.
enum class Naming { Replicas, Partitions, ReplicasOfAllPartitions, Processes };

bool isId(llvm::StringRef name) {
  return name == "stablehlo.partition_id" || name == "stablehlo.replica_id";
}

StatusOr<Naming> namingOf(mlir::Operation* op) {
  llvm::StringRef name = op->getName().stripDialect();
  auto channel = op->getAttrOfType<hlo::ChannelHandleAttr>("channel_handle");
  const bool hasChannel = channel && channel.getHandle() > 0;
  if (!llvm::is_contained({"all_gather", "all_reduce", "collective_reduce", "reduce_scatter"},
                          name))
    return hasChannel ? Naming::Partitions : Naming::Replicas;
  const bool isGlobal = op->hasAttr("use_global_device_ids");
  if (isGlobal && !hasChannel)
    return invalidArgument("[", name.str(),
                           "] use_global_device_ids needs a channel_handle above 0");
  if (isGlobal)
    return Naming::Processes;
  return hasChannel ? Naming::ReplicasOfAllPartitions : Naming::Replicas;
}

struct ProcessNumbers {
  int64_t own, count;
};

ProcessNumbers numbersOf(Naming naming, const ProcessGrid& grid, int64_t self) {
  switch (naming) {
  case Naming::Replicas:
  case Naming::ReplicasOfAllPartitions:
    return {self / grid.partitions, grid.replicas};
  case Naming::Partitions:
    return {self % grid.partitions, grid.partitions};
  case Naming::Processes:
    break;
  }
  return {self, grid.size()};
}

using Group = llvm::SmallVector<int64_t>;

Group everyone(int64_t count) {
  return llvm::to_vector(llvm::seq<int64_t>(0, count));
}

// Returns the group that contains `numbers.own`, or an empty group if no group contains it. In the
// attribute, groups that are shorter than others are padded with -1.
StatusOr<Group> groupOf(mlir::Operation* op, const ProcessNumbers& numbers) {
  const std::string name = op->getName().stripDialect().str();
  auto groups = op->getAttrOfType<mlir::DenseIntElementsAttr>("replica_groups");
  if (!groups || groups.getType().getRank() != 2)
    return invalidArgument("[", name, "] replica_groups must be a tensor of two dimensions");
  if (groups.empty())
    return everyone(numbers.count);
  const int64_t width = groups.getType().getDimSize(1);
  llvm::SmallSet<int64_t, 8> seen;
  Group own, group;
  for (auto [i, value] : llvm::enumerate(groups.getValues<llvm::APInt>())) {
    const int64_t number = value.getSExtValue();
    if (number >= numbers.count || number < -1)
      return invalidArgument("[", name, "] replica_groups names process ", number, "; there are ",
                             numbers.count);
    if (number >= 0 && !seen.insert(number).second)
      return invalidArgument("[", name, "] replica_groups names process ", number, " twice");
    if (number >= 0)
      group.push_back(number);
    if ((int64_t(i) + 1) % width != 0)
      continue;
    if (llvm::is_contained(group, numbers.own))
      own = group;
    group.clear();
  }
  return own;
}

Group processesOf(Naming naming, const ProcessGrid& grid, const Group& group, int64_t self) {
  Group processes;
  // `first` is the first process of the replica to which `self` belongs.
  const int64_t partition = self % grid.partitions, first = self - partition;
  switch (naming) {
  case Naming::Replicas:
    for (int64_t replica : group)
      processes.push_back(replica * grid.partitions + partition);
    break;
  case Naming::Partitions:
    for (int64_t other : group)
      processes.push_back(first + other);
    break;
  case Naming::ReplicasOfAllPartitions:
    for (int64_t p = 0; p < grid.partitions; ++p)
      for (int64_t replica : group)
        processes.push_back(replica * grid.partitions + p);
    break;
  case Naming::Processes:
    processes = group;
    break;
  }
  return processes;
}

} // namespace

bool isCollective(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("stablehlo.partition_id", "stablehlo.replica_id", "stablehlo.all_gather",
             "stablehlo.all_reduce", "stablehlo.all_to_all", "stablehlo.collective_broadcast",
             "stablehlo.collective_permute", "stablehlo.collective_reduce",
             "stablehlo.reduce_scatter", true)
      .Default(false);
}

StatusOr<Companions> companionsOf(mlir::Operation* op, const ProcessGrid& grid, int64_t self) {
  llvm::StringRef name = op->getName().getStringRef();
  if (isId(name))
    return Companions{{self}};
  LZ_ASSIGN_OR_RETURN(Naming naming, namingOf(op));
  const ProcessNumbers numbers = numbersOf(naming, grid, self);
  if (name == "stablehlo.collective_permute")
    return Companions{processesOf(naming, grid, everyone(numbers.count), self)};
  LZ_ASSIGN_OR_RETURN(Group group, groupOf(op, numbers));
  if (group.empty())
    return Companions{{self}, false};
  return Companions{processesOf(naming, grid, group, self)};
}

} // namespace lz::formats
