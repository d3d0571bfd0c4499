#include "fusion/FusionRules.h"

#include "fusion/BuildPlan.h"
#include "fusion/Depthwise.h"
#include "fusion/RegionLoops.h"
#include "hlo/ir/Dialect.h"
#include "spec/Cost.h"

#include "llvm/ADT/Hashing.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Matchers.h"

namespace lz::fusion {
namespace {

// Recomputing up to this often is cheaper than a trip through memory.
constexpr size_t kMaxAccesses = 4;
constexpr size_t kMaxExpensiveAccesses = 2;
constexpr size_t kMaxViewAccesses = 16;
constexpr int64_t kRepeatRatio = 8;
// A row statistic joins its users only if there are rows enough to work on, or the whole operand is
// small.
constexpr int64_t kMinRows = 16;
constexpr int64_t kSmallOperand = 1024;
// So much is better read by all threads, with a kernel more for the results.
constexpr int64_t kLargeOperand = 1 << 16;
// A kernel selects between all pieces of a concatenation for each element. Compiling one with 64
// pieces takes 1 ms a piece, with 2,000 pieces 2.5 ms.
constexpr size_t kMostPieces = 64;

mlir::RankedTensorType typeOf(mlir::Value v) {
  return mlir::cast<mlir::RankedTensorType>(v.getType());
}

int64_t elements(mlir::Value v) {
  return typeOf(v).getNumElements();
}

bool isExpensive(mlir::Operation* op) {
  const OpInfo* info = infoOf(op);
  return info && isFunction(*info);
}

bool isWindow(mlir::Operation* op) {
  return infoOf(op)->opcode == Opcode::ReduceWindow || isDepthwise(op);
}

llvm::SmallVector<int64_t> withoutOnes(llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> result;
  for (int64_t d : shape)
    if (d != 1)
      result.push_back(d);
  return result;
}

// Adds or removes dimensions of extent 1 only: a reshape, or the broadcast of f32[3072] to
// f32[3072,1].
bool isUnitReshape(mlir::Operation* op) {
  Opcode opcode = infoOf(op)->opcode;
  if (opcode != Opcode::Reshape && opcode != Opcode::BroadcastInDim)
    return false;
  auto dims = op->getAttrOfType<mlir::DenseI64ArrayAttr>("broadcast_dimensions");
  return withoutOnes(typeOf(op->getOperand(0)).getShape()) ==
             withoutOnes(typeOf(op->getResult(0)).getShape()) &&
         (!dims || llvm::is_sorted(dims.asArrayRef()));
}

bool isSplatConstant(mlir::Operation* op) {
  mlir::DenseElementsAttr value;
  return mlir::matchPattern(op, mlir::m_Constant(&value)) && value.isSplat();
}

// Does the value come from a reduction through cheap steps? Then it belongs to the row, not to the
// elements. 1 / sqrt(1e-5 + sum / n) does, whichever operand the sum is.
bool isRowValue(mlir::Operation* op) {
  constexpr size_t kMostSteps = 32;
  llvm::SmallVector<mlir::Operation*> path{op};
  for (size_t i = 0; i < path.size() && i < kMostSteps; ++i) {
    const OpInfo* info = infoOf(path[i]);
    if (!info)
      continue;
    if (info->kind == OpKind::Reduce)
      return true;
    if (info->kind == OpKind::Elementwise || isUnitReshape(path[i]))
      for (mlir::Value operand : path[i]->getOperands())
        if (mlir::Operation* def = operand.getDefiningOp())
          path.push_back(def);
  }
  return false;
}

// A combiner that a kernel can inline: elementwise ops and constants, nothing captured.
bool hasPlainCombiner(mlir::Operation* op) {
  mlir::Region& region = op->getRegion(0);
  for (mlir::Operation& inner : region.front()) {
    const OpInfo* info = infoOf(&inner);
    bool plain = info && (info->kind == OpKind::Elementwise || isSplatConstant(&inner));
    if (!plain && !inner.hasTrait<mlir::OpTrait::IsTerminator>())
      return false;
    for (mlir::Value operand : inner.getOperands())
      if (operand.getParentRegion() != &region)
        return false;
  }
  return true;
}

bool reducesRowsOf(mlir::Operation* op, const Group& group) {
  auto dims = op->getAttrOfType<mlir::DenseI64ArrayAttr>("dimensions");
  return dims && dims.asArrayRef() == llvm::ArrayRef<int64_t>(group.rowDims) &&
         typeOf(op->getOperand(0)).getShape() == llvm::ArrayRef<int64_t>(group.rowShape);
}

// Under how many index maps the user wants the operand for each element of its own: one, but of an
// index vector each component.
size_t mapsOf(mlir::OpOperand& use) {
  const OpInfo* info = infoOf(use.getOwner());
  bool ofVectors = info->opcode == Opcode::Gather || info->kind == OpKind::Scatter;
  if (!ofVectors || use.getOperandNumber() != use.getOwner()->getNumOperands() / 2)
    return 1;
  return std::max<size_t>(1, size_t(typeOf(use.getOwner()->getOperand(0)).getRank()));
}

// What `ops` compute from, a few steps up, down to what is in memory.
llvm::SmallDenseSet<mlir::Value> sourcesOf(llvm::ArrayRef<mlir::Operation*> ops) {
  constexpr size_t kMostSteps = 32;
  llvm::SmallDenseSet<mlir::Value> found;
  llvm::SmallVector<mlir::Operation*> path(ops.begin(), ops.end());
  for (size_t i = 0; i < path.size() && i < ops.size() + kMostSteps; ++i)
    for (mlir::Value operand : path[i]->getOperands()) {
      mlir::Operation* def = operand.getDefiningOp();
      if (found.insert(operand).second && def && isFusible(def))
        path.push_back(def);
    }
  return found;
}

// Does the group compute with what the op computes from? Only arrays as large as the op's count.
bool sharesOperands(mlir::Operation* op, const Group& group) {
  llvm::SmallVector<mlir::Operation*> members;
  for (auto& [member, unused] : group.members)
    members.push_back(member);
  llvm::SmallDenseSet<mlir::Value> theirs = sourcesOf(members);
  return llvm::any_of(sourcesOf(op), [&](mlir::Value v) {
    return elements(v) >= elements(op->getOperand(0)) && theirs.contains(v);
  });
}

size_t piecesOf(mlir::Operation* op, const Membership& membership) {
  bool concatenates = infoOf(op)->opcode == Opcode::Concatenate;
  return concatenates ? op->getNumOperands() * timesComputed(membership) : 0;
}

Verdict mayReductionJoin(mlir::Operation* op, const Group& group) {
  bool spread = false; // wanted again along the reduced dims
  for (mlir::Operation* user : op->getUsers()) {
    if (!group.members.count(user))
      continue;
    const OpInfo* info = infoOf(user);
    bool broadcast = info->opcode == Opcode::BroadcastInDim;
    if (info->kind == OpKind::View && !broadcast && !isUnitReshape(user))
      return {false, "a reduction is read through a view that would repeat it"};
    if (isWindow(user))
      return {false, "a reduction would be repeated for every window"};
    spread |= broadcast || isUnitReshape(user);
  }
  if (isWindow(op))
    return {!spread && group.members.size() > 0, "a window would be repeated"};
  if (elements(group.root->getResult(0)) < kMinRows && elements(op->getResult(0)) >= kMinRows &&
      elements(op->getOperand(0)) > kLargeOperand)
    return {false, "too few results to share the work"};
  // Through elementwise users the spreading may come later: a member with more elements than the
  // result tells.
  for (auto& [member, unused] : group.members)
    spread |= infoOf(member)->opcode == Opcode::BroadcastInDim &&
              elements(member->getOperand(0)) == elements(op->getResult(0));
  if (!spread)
    return {true, "its result stays in registers"};
  if (elements(op->getResult(0)) < kMinRows && (elements(op->getOperand(0)) > kSmallOperand ||
                                                elements(group.root->getResult(0)) > kLargeOperand))
    return {false, "too few rows to share the work"};
  if (group.rowShape.empty())
    return {true, "a row statistic"};
  bool same = reducesRowsOf(op, group);
  return {same, same ? "a statistic of the same rows" : "statistics over different dimensions"};
}

// Each of its elements is a sum over taps, so it is computed once, where the region stores it.
Verdict mayConvolutionJoin(const Membership& membership) {
  bool once = membership.accesses.size() == 1 && membership.accesses.contains(kIdentity);
  return {once, once ? "its result stays in registers" : "a window would be repeated"};
}

// A bitcast to elements of another width is a new name for the same bytes, not a function of
// elements.
bool changesNoWidth(mlir::Operation* op) {
  return infoOf(op)->opcode != Opcode::BitcastConvert ||
         typeOf(op->getOperand(0)).getShape() == typeOf(op->getResult(0)).getShape();
}

} // namespace

const OpInfo* infoOf(mlir::Operation* op) {
  return hlo::opInfo(op);
}

bool isFusible(mlir::Operation* op) {
  const OpInfo* info = infoOf(op);
  if (!info)
    return false;
  switch (info->kind) {
  case OpKind::Elementwise:
    return changesNoWidth(op);
  case OpKind::View:
  case OpKind::Indexed:
    return true;
  case OpKind::Source:
    return op->getNumOperands() == 0 && (info->opcode != Opcode::Constant || isSplatConstant(op));
  case OpKind::Reduce:
  case OpKind::Scatter:
    return op->getNumRegions() == 1 && hasPlainCombiner(op);
  case OpKind::Contraction:
    return isDepthwise(op);
  case OpKind::Control:
  case OpKind::Opaque:
    break;
  }
  return false;
}

bool isFree(mlir::Operation* op) {
  OpKind kind = infoOf(op)->kind;
  return kind == OpKind::View || kind == OpKind::Source;
}

bool needsMemory(mlir::OpOperand& use) {
  const OpInfo* info = infoOf(use.getOwner());
  if (!info)
    return true;
  if (info->kind == OpKind::Scatter)
    return use.getOperandNumber() < use.getOwner()->getNumResults();
  if (info->kind != OpKind::Indexed)
    return false;
  return use.getOperandNumber() == (info->opcode == Opcode::DynamicUpdateSlice ? 1u : 0u);
}

Membership atRoot() {
  Membership membership;
  membership.accesses[kIdentity] = 1;
  return membership;
}

Membership membershipIn(mlir::Operation* op, const Group& group) {
  Membership result;
  auto add = [&](uint64_t access, size_t maps) {
    size_t& known = result.accesses[access];
    known = std::max(known, maps);
  };
  for (mlir::OpOperand& use : op->getUses()) {
    auto it = group.members.find(use.getOwner());
    if (it == group.members.end())
      continue;
    mlir::Operation* user = use.getOwner();
    const Membership& users = it->second;
    const OpInfo* info = infoOf(user);
    auto through = [&](auto... access) {
      return uint64_t(llvm::hash_combine(user, use.getOperandNumber(), access...)) & ~kIdentity;
    };
    // A row statistic is computed once per row, however often the row's elements want it.
    bool onceARow = info->kind == OpKind::Reduce && !isWindow(user);
    result.repeated |= users.repeated && !onceARow;
    if (info->kind == OpKind::Elementwise) {
      for (auto& [access, maps] : users.accesses)
        add(access, maps);
      continue;
    }
    // Through whichever broadcasts it is reached: the row's elements are read by one loop.
    if (onceARow && reducesRowsOf(user, group)) {
      add(through(), timesComputed(users));
      continue;
    }
    for (auto& [access, maps] : users.accesses)
      add(through(access), maps * mapsOf(use));
    bool broadcast = info->opcode == Opcode::BroadcastInDim &&
                     elements(user->getResult(0)) >= kRepeatRatio * elements(op->getResult(0));
    result.repeated |= broadcast || isWindow(user);
  }
  return result;
}

Verdict mayJoin(mlir::Operation* op, const Membership& membership, const Group& group) {
  if (group.members.size() >= kMaxRegionOps)
    return {false, "the region is full"};
  if (hasTooManyLoops(op, membership, group))
    return {false, "the kernel would have too many loops"};
  size_t pieces = piecesOf(op, membership);
  if (pieces > 0 && group.pieces + pieces > kMostPieces)
    return {false, "the kernel would select between too many pieces"};
  const OpInfo* info = infoOf(op);
  bool onceARow = info->kind == OpKind::Reduce && reducesRowsOf(op, group);
  size_t limit = isFree(op) || onceARow ? kMaxViewAccesses
                 : isExpensive(op)      ? kMaxExpensiveAccesses
                                        : kMaxAccesses;
  if (membership.accesses.size() > limit)
    return {false, "it would be computed too often"};
  switch (info->kind) {
  case OpKind::Reduce:
    return mayReductionJoin(op, group);
  case OpKind::Contraction:
    return mayConvolutionJoin(membership);
  case OpKind::Elementwise:
    if (isExpensive(op) && membership.repeated && !isRowValue(op))
      return {false, "an expensive function below a broadcast"};
    return {true, "computed where it is used"};
  case OpKind::View:
  case OpKind::Source:
  case OpKind::Indexed:
    return {true, "computed where it is used"};
  default:
    return {false, "it has a kernel of its own"};
  }
}

Verdict mayBeOutput(mlir::Operation* op, const Membership& membership, const Group& group) {
  if (infoOf(op)->kind != OpKind::Elementwise || infoOf(group.root)->kind == OpKind::Scatter)
    return {false, "others want it too"};
  if (typeOf(op->getResult(0)).getShape() != typeOf(group.root->getResult(0)).getShape())
    return {false, "others want it too, and it has another shape than the region"};
  // Stored as the region computes its own element; a row statistic may want it too.
  if (membership.accesses.size() > 2 || !membership.accesses.contains(kIdentity))
    return {false, "others want it too, and the region reads it through a view"};
  return {true, "a second output of the region"};
}

bool isSibling(mlir::Operation* op, const Group& group) {
  if (infoOf(op)->kind != OpKind::Reduce || isWindow(op) || op->getNumResults() != 1 ||
      group.members.size() >= kMaxRegionOps || hasTooManyLoops(op, atRoot(), group) ||
      infoOf(group.root)->kind == OpKind::Scatter || elements(op->getResult(0)) < kMinRows)
    return false;
  if (!group.rowShape.empty() && !reducesRowsOf(op, group))
    return false;
  // The result's dims must be the first ones of the root's.
  auto shape = typeOf(op->getOperand(0)).getShape();
  auto dims = op->getAttrOfType<mlir::DenseI64ArrayAttr>("dimensions").asArrayRef();
  for (size_t i = 0; i < dims.size(); ++i)
    if (dims[i] != int64_t(shape.size() - dims.size() + i))
      return false;
  return typeOf(group.root->getResult(0)).getShape() == shape && sharesOperands(op, group);
}

bool isSmallTail(mlir::Operation* op) {
  auto isSmall = [](mlir::Value v) { return elements(v) <= kLargeOperand; };
  return isFusible(op) && !isFree(op) && op->getNumResults() == 1 &&
         elements(op->getResult(0)) < kMinRows && llvm::all_of(op->getOperands(), isSmall);
}

void addMember(mlir::Operation* op, Membership membership, Group& group) {
  addLoops(op, membership, group);
  group.pieces += piecesOf(op, membership);
  group.members[op] = std::move(membership);
  if (infoOf(op)->kind != OpKind::Reduce || isWindow(op) || !group.rowShape.empty() ||
      op == group.root)
    return;
  llvm::append_range(group.rowShape, typeOf(op->getOperand(0)).getShape());
  if (auto dims = op->getAttrOfType<mlir::DenseI64ArrayAttr>("dimensions"))
    llvm::append_range(group.rowDims, dims.asArrayRef());
}

} // namespace lz::fusion
