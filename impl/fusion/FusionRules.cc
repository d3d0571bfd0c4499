#include "fusion/FusionRules.h"

#include "fusion/BuildPlan.h"
#include "fusion/Depthwise.h"
#include "fusion/RegionLoops.h"
#include "hlo/ir/Dialect.h"
#include "hlo/ir/LibraryCalls.h"
#include "hlo/ir/SortOrder.h"
#include "spec/OpCost.h"

#include "llvm/ADT/Hashing.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Matchers.h"

namespace lz::fusion {
namespace {

// The largest number of index maps under which a group may need the elements of a view or source
// that joins it. The code of the view or source is repeated for each index map. With half or twice
// this value, all 258 programs of the bench get the same plans.
constexpr size_t kMaxFreeAccesses = 16;
// Limits a small tail: it has fewer elements than kMostOfTail. With a value of 8 or 32, six
// programs of the bench take the same time (Zen 5).
constexpr int64_t kMostOfTail = 16;
// An operand with at most kLargeOperand elements counts as little memory, because it fits into a
// cache. With half or twice this value, all 258 programs of the bench get the same plans.
constexpr int64_t kLargeOperand = 1 << 16;
// The largest number of pieces in a group. A piece is an operand of a concatenation. For each
// element, a kernel selects one of all pieces. Compiling takes 1 ms per piece for 64 pieces, and
// 2.5 ms per piece for 2,000.
constexpr size_t kMostPieces = 64;

mlir::RankedTensorType tensorTypeOf(mlir::Value v) {
  return mlir::cast<mlir::RankedTensorType>(v.getType());
}

int64_t elements(mlir::Value v) {
  return tensorTypeOf(v).getNumElements();
}

bool isWindow(mlir::Operation* op) {
  return infoOf(op)->opcode == Opcode::ReduceWindow || isDepthwise(op);
}

bool hasParts(mlir::Operation* op) {
  return infoOf(op)->opcode == Opcode::Concatenate || infoOf(op)->opcode == Opcode::Pad;
}

bool isSplatConstant(mlir::Operation* op) {
  mlir::DenseElementsAttr value;
  return mlir::matchPattern(op, mlir::m_Constant(&value)) && value.isSplat();
}

// Returns whether a kernel can inline the combiner: it consists of elementwise ops and constants,
// and captures nothing.
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
         tensorTypeOf(op->getOperand(0)).getShape() == llvm::ArrayRef<int64_t>(group.rowShape);
}

// An op uses the operand. Returns how many elements of the operand the op needs for each element of
// the op's result. For the index vectors of gather and scatter, this number is the rank of the
// indexed operand, because an index vector has at most one component for each dim of the indexed
// operand. For other operands the number is 1.
size_t mapsOf(mlir::OpOperand& use) {
  const OpInfo* info = infoOf(use.getOwner());
  bool ofVectors = info->opcode == Opcode::Gather || info->kind == OpKind::Scatter;
  if (!ofVectors || use.getOperandNumber() != use.getOwner()->getNumOperands() / 2)
    return 1;
  return std::max<size_t>(1, size_t(tensorTypeOf(use.getOwner()->getOperand(0)).getRank()));
}

// Returns the values from which `ops` are computed. The search goes from an op to its operands. It
// stops at values in memory, and after a limited number of ops.
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

// Returns whether the group and the op are computed from a common value that is at least as large
// as the operand of the op.
bool sharesOperands(mlir::Operation* op, const Group& group) {
  llvm::SmallVector<mlir::Operation*> members;
  for (auto& [member, unused] : group.members)
    members.push_back(member);
  llvm::SmallDenseSet<mlir::Value> theirs = sourcesOf(members);
  return llvm::any_of(sourcesOf(op), [&](mlir::Value v) {
    return elements(v) >= elements(op->getOperand(0)) && theirs.contains(v);
  });
}

bool reducesSameRows(mlir::Operation* op, mlir::Operation* root) {
  return infoOf(root)->opcode == Opcode::Reduce && root->getNumResults() == 1 &&
         root->getAttr("dimensions") == op->getAttr("dimensions") &&
         tensorTypeOf(root->getOperand(0)).getShape() == tensorTypeOf(op->getOperand(0)).getShape();
}

// Returns whether the op reduces the last dims of an array that has the shape of the root. The
// result of the op then has the first dims of the root.
bool isOverLastDimsOf(mlir::Operation* op, mlir::Operation* root) {
  auto shape = tensorTypeOf(op->getOperand(0)).getShape();
  auto dims = op->getAttrOfType<mlir::DenseI64ArrayAttr>("dimensions").asArrayRef();
  for (size_t i = 0; i < dims.size(); ++i)
    if (dims[i] != int64_t(shape.size() - dims.size() + i))
      return false;
  return tensorTypeOf(root->getResult(0)).getShape() == shape;
}

size_t piecesOf(mlir::Operation* op, const Membership& membership) {
  bool concatenates = infoOf(op)->opcode == Opcode::Concatenate;
  return concatenates ? op->getNumOperands() * timesComputed(membership) : 0;
}

// Decides whether a depthwise convolution joins. Each element of the convolution is a sum over
// taps. So the region must compute the element only once, at the point at which the region stores
// it.
Verdict mayConvolutionJoin(const Membership& membership) {
  bool once = membership.accesses.size() == 1 && membership.accesses.contains(kIdentity);
  return once ? Verdict{Answer::Yes, "its result stays in registers"}
              : Verdict{Answer::No, "a window would be repeated"};
}

// Returns whether elements of the result are as wide as elements of the operand. A bitcast to
// another width is not elementwise.
bool changesNoWidth(mlir::Operation* op) {
  return infoOf(op)->opcode != Opcode::BitcastConvert ||
         tensorTypeOf(op->getOperand(0)).getShape() == tensorTypeOf(op->getResult(0)).getShape();
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
    return !hlo::isLibraryCall(op);
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
  case OpKind::Library:
  case OpKind::Opaque:
    break;
  }
  return false;
}

void completeCombiner(mlir::Operation* op) {
  const OpInfo* info = infoOf(op);
  if (!info || info->kind == OpKind::Control)
    return;
  for (mlir::Region& region : op->getRegions()) {
    mlir::OpBuilder builder = mlir::OpBuilder::atBlockBegin(&region.front());
    for (mlir::Operation& inner : region.front())
      for (mlir::OpOperand& use : inner.getOpOperands()) {
        mlir::Operation* def = use.get().getDefiningOp();
        if (def && def->getParentRegion() != &region && infoOf(def) && isFree(def) &&
            isFusible(def) && def->getNumOperands() == 0)
          use.set(builder.clone(*def)->getResult(0));
      }
  }
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
    // A row statistic is computed once per row, no matter how many elements of the row need it.
    bool onceARow = info->kind == OpKind::Reduce && !isWindow(user);
    result.repeated |= users.repeated && !onceARow;
    result.inPart |= users.inPart && !onceARow;
    result.inWindow |= (users.inWindow && !onceARow) || isWindow(user);
    if (info->kind == OpKind::Elementwise) {
      for (auto& [access, maps] : users.accesses)
        add(access, maps);
      continue;
    }
    // Several broadcasts of the statistic count as one access, because one loop over the row
    // computes the statistic for all of them.
    if (onceARow && reducesRowsOf(user, group)) {
      add(through(), timesComputed(users));
      continue;
    }
    for (auto& [access, maps] : users.accesses)
      add(through(access), maps * mapsOf(use));
    bool broadcast = info->opcode == Opcode::BroadcastInDim &&
                     elements(user->getResult(0)) > elements(op->getResult(0));
    result.repeated |= broadcast || isWindow(user);
    result.inPart |= hasParts(user);
  }
  return result;
}

Verdict mayJoin(mlir::Operation* op, const Membership& membership, const Group& group) {
  if (group.members.size() >= kMaxRegionOps)
    return {Answer::No, "the region is full"};
  if (hasTooManyLoops(op, membership, group))
    return {Answer::No, "the kernel would have too many loops"};
  size_t pieces = piecesOf(op, membership);
  if (pieces > 0 && group.pieces + pieces > kMostPieces)
    return {Answer::No, "the kernel would select between too many pieces"};
  bool once = membership.accesses.size() == 1 && !membership.repeated;
  switch (infoOf(op)->kind) {
  case OpKind::Reduce:
    once &= membership.accesses.contains(kIdentity);
    // All loops of a kernel have the same lanes. So in a kernel with sums of rows and sums of
    // columns, one of the two kinds of sums would be slow.
    once &= group.rowShape.empty() || reducesRowsOf(op, group);
    return once ? Verdict{Answer::Yes, "its result stays in registers"} : Verdict{Answer::ByCost};
  case OpKind::Contraction:
    return mayConvolutionJoin(membership);
  case OpKind::Elementwise:
    // If a vector contains elements of several parts, each of these parts is computed for all
    // lanes.
    once &= !(membership.inPart && isFunction(*infoOf(op)));
    return once ? Verdict{Answer::Yes, "computed where it is used"} : Verdict{Answer::ByCost};
  case OpKind::Indexed:
    return once ? Verdict{Answer::Yes, "computed where it is used"} : Verdict{Answer::ByCost};
  case OpKind::View:
    // For each point of a window, the code would have to test in which part the element lies.
    if (hasParts(op) && membership.inWindow)
      return {Answer::ByCost};
    [[fallthrough]];
  case OpKind::Source:
    if (membership.accesses.size() > kMaxFreeAccesses)
      return {Answer::No, "it would be computed too often"};
    return {Answer::Yes, "computed where it is used"};
  default:
    return {Answer::No, "it has a kernel of its own"};
  }
}

Verdict mayBeOutput(mlir::Operation* op, const Membership& membership, const Group& group) {
  // A reshape does not become an output. Outside of the region, the reshape costs nothing, because
  // it renames the stored value.
  bool isElement = infoOf(op)->kind == OpKind::Elementwise ||
                   (isFree(op) && infoOf(op)->opcode != Opcode::Reshape);
  if (!isElement || infoOf(group.root)->kind == OpKind::Scatter)
    return {Answer::No, "other ops need it too"};
  if (tensorTypeOf(op->getResult(0)).getShape() !=
      tensorTypeOf(group.root->getResult(0)).getShape())
    return {Answer::No, "other ops need it too, and it has another shape than the region"};
  // The kernel stores the element that it computes at the indices of the root. For a row statistic,
  // the kernel may compute the op under one other index map, too.
  if (membership.accesses.size() > 2 || !membership.accesses.contains(kIdentity))
    return {Answer::No, "other ops need it too, and the region reads it through a view"};
  return {Answer::Yes, "a second output of the region"};
}

bool completesContraction(mlir::Operation* op) {
  constexpr size_t kMostSteps = 16;
  llvm::SmallVector<mlir::Operation*> path(1, op);
  for (size_t i = 0; i < path.size() && i < kMostSteps; ++i) {
    if (infoOf(path[i])->kind != OpKind::Elementwise && infoOf(path[i])->opcode != Opcode::Reshape)
      continue;
    for (mlir::Value operand : path[i]->getOperands()) {
      mlir::Operation* def = operand.getDefiningOp();
      auto isForUs = [&](mlir::Operation* user) { return user == path[i]; };
      if (!def || !infoOf(def) || elements(operand) != elements(op->getResult(0)) ||
          !llvm::all_of(def->getUsers(), isForUs))
        continue;
      if (infoOf(def)->kind == OpKind::Contraction && !isFusible(def))
        return true;
      path.push_back(def);
    }
  }
  return false;
}

bool isSibling(mlir::Operation* op, const Group& group) {
  if (infoOf(op)->kind != OpKind::Reduce || isWindow(op) || op->getNumResults() != 1 ||
      group.members.size() >= kMaxRegionOps || hasTooManyLoops(op, atRoot(), group) ||
      infoOf(group.root)->kind == OpKind::Scatter)
    return false;
  if (!group.rowShape.empty() && !reducesRowsOf(op, group))
    return false;
  bool hasRows = reducesSameRows(op, group.root) || isOverLastDimsOf(op, group.root);
  return hasRows && sharesOperands(op, group);
}

bool isSmallTail(mlir::Operation* op) {
  auto isSmall = [](mlir::Value v) { return elements(v) <= kLargeOperand; };
  return isFusible(op) && infoOf(op)->kind != OpKind::Source && op->getNumResults() == 1 &&
         elements(op->getResult(0)) < kMostOfTail && llvm::all_of(op->getOperands(), isSmall);
}

void addMember(mlir::Operation* op, Membership membership, Group& group) {
  addLoops(op, membership, group);
  group.pieces += piecesOf(op, membership);
  group.members[op] = std::move(membership);
  if (infoOf(op)->kind != OpKind::Reduce || isWindow(op) || !group.rowShape.empty() ||
      op == group.root)
    return;
  llvm::append_range(group.rowShape, tensorTypeOf(op->getOperand(0)).getShape());
  if (auto dims = op->getAttrOfType<mlir::DenseI64ArrayAttr>("dimensions"))
    llvm::append_range(group.rowDims, dims.asArrayRef());
}

bool isBareReshape(const Group& group) {
  return group.members.size() == 1 && infoOf(group.root)->opcode == Opcode::Reshape;
}

bool hasBlocksOfRegions(mlir::Operation* op) {
  const OpInfo* info = infoOf(op);
  return !mlir::isa<mlir::ModuleOp>(op) &&
         (!info || info->kind == OpKind::Control ||
          (info->opcode == Opcode::Sort && !hlo::sortOrderOf(op)));
}

} // namespace lz::fusion
