#include "fusion/attach/SlicesInPlace.h"

#include "absl/strings/str_cat.h"
#include "base/machine/Caches.h"
#include "base/text/NumberText.h"
#include "contraction/plan/TileChoice.h"
#include "fusion/FusionRules.h"
#include "fusion/attach/ContractionRows.h"
#include "fusion/attach/PlacedContraction.h"
#include "hlo/ir/TypeBridge.h"
#include "spec/OpAttrs.inc.h"

#include "mlir/IR/Builders.h"

namespace lz::fusion {
namespace {

using contraction::ContractionPlan;

bool isDot(mlir::Operation* op) {
  const OpInfo* info = infoOf(op);
  return info && info->opcode == Opcode::DotGeneral;
}

// Returns whether the elements of the slice have the strides of its operand. The starts of the
// slice must also be numbers that a View step can read.
bool canBeView(mlir::Operation* op) {
  const auto type = mlir::cast<mlir::RankedTensorType>(op->getResult(0).getType());
  if (type.getNumElements() == 0 || !type.getElementType().isIntOrFloat() ||
      type.getElementTypeBitWidth() % 8 != 0)
    return false;
  if (auto slice = mlir::dyn_cast<hlo::SliceOp>(op))
    return llvm::all_of(slice.getStrides(), [](int64_t step) { return step == 1; });
  return llvm::all_of(op->getOperands().drop_front(), [](mlir::Value start) {
    const DType index = hlo::fromIr(start.getType()).dtype;
    return index == DType::S32 || index == DType::S64;
  });
}

class Finder {
public:
  explicit Finder(const FusionOptions& options) : options_(options) {}

  llvm::DenseSet<mlir::Operation*> run(mlir::ModuleOp module) {
    llvm::SmallVector<mlir::Operation*> slices;
    module.walk([&](mlir::Operation* op) {
      if (ir::isView(op) && canBeView(op))
        slices.push_back(op);
    });
    for (mlir::Operation* op : llvm::reverse(slices)) // slices of a slice come before it
      readInPlace(op);
    return std::move(found_);
  }

private:
  // Each reader that is faster with the slice in place reads the slice in place.
  void readInPlace(mlir::Operation* op) {
    if (!isInMemory(op->getOperand(0)))
      return;
    llvm::SmallVector<mlir::OpOperand*> uses;
    for (mlir::OpOperand& use : op->getUses())
      if (found_.contains(use.getOwner()) || (isDot(use.getOwner()) && isFaster(use)))
        uses.push_back(&use);
    if (uses.empty())
      return;
    mlir::Operation* view = op;
    if (size_t(std::distance(op->use_begin(), op->use_end())) > uses.size())
      view = mlir::OpBuilder(op).clone(*op);
    for (mlir::OpOperand* use : uses)
      use->set(view->getResult(0));
    found_.insert(view);
  }

  // Returns whether the array exists in memory. The alternative is that regions compute elements of
  // the array where they are read. This is possible if the op that makes the array can be in a
  // region, and all readers that are not slices can be in regions, too. In this case, regions
  // compute the elements if all slices together are smaller than the array.
  static bool isInMemory(mlir::Value array) {
    while (array.getDefiningOp() && ir::renamesRows(array.getDefiningOp()))
      array = array.getDefiningOp()->getOperand(0);
    mlir::Operation* op = array.getDefiningOp();
    if (!op || ir::isView(op) || !infoOf(op) || !isFusible(op))
      return true;
    int64_t bytes = 0;
    for (mlir::Operation* user : array.getUsers()) {
      const bool isSlice = ir::isView(user);
      if (!isSlice && (user->getBlock() != op->getBlock() || !infoOf(user) || !isFusible(user)))
        return true;
      bytes += isSlice ? bytesOf(user->getResult(0)) : 0;
    }
    return bytes >= bytesOf(array);
  }

  // Returns whether the product `use` is faster if it reads the slice in place, and computes the
  // same bits.
  bool isFaster(mlir::OpOperand& use) const {
    std::optional<ContractionPlan> copied = planOf(use, /*inPlace=*/false),
                                   inPlace = planOf(use, /*inPlace=*/true);
    if (!copied || !inPlace || copied->spec.pairs != inPlace->spec.pairs ||
        copied->is<contraction::DotsPlan>() != inPlace->is<contraction::DotsPlan>())
      return false;
    const bool isCopiedBefore = use.getOwner()->getBlock() != use.get().getParentBlock();
    const double copy = isCopiedBefore ? 0 : nsToCopy(use.get());
    const bool isTaken = inPlace->ns <= copied->ns + copy;
    if (options_.explanations)
      options_.explanations->push_back(absl::StrCat(
          use.get().getDefiningOp()->getName().getStringRef().str(), " ",
          hlo::fromIr(use.get().getType()).str(), " read in place by ",
          use.getOwner()->getName().getStringRef().str(), " costs ",
          generalText(inPlace->ns / 1e3, 3), " us, copied it costs ",
          generalText((copied->ns + copy) / 1e3, 3), " us", isTaken ? " (taken)" : ""));
    return isTaken;
  }

  std::optional<ContractionPlan> planOf(mlir::OpOperand& use, bool inPlace) const {
    mlir::Operation* product = use.getOwner();
    std::array<Dims, 2> strides{stridesOf(product->getOperand(0)),
                                stridesOf(product->getOperand(1))};
    if (!inPlace)
      strides[use.getOperandNumber()] = rowMajorStrides(hlo::fromIr(use.get().getType()).dims);
    auto spec = tiledContraction(product, strides, *options_.contractions);
    if (!spec.ok())
      return std::nullopt;
    chooseTile(*spec);
    return planContraction(*spec, options_.contractions->threads);
  }

  // Returns the time of a kernel that copies the value.
  double nsToCopy(mlir::Value value) const {
    const CostTable& costs = options_.costs();
    const double bytes = double(bytesOf(value));
    const size_t level = bytes > costs.caches[2] ? 3 : bytes > costs.caches[1] ? 2 : 1;
    return costs.kernel + 2 * bytes / costs.bytesPerNs[level];
  }

  const FusionOptions& options_;
  llvm::DenseSet<mlir::Operation*> found_;
};

} // namespace

Dims stridesOf(mlir::Value operand) {
  return rowMajorStrides(hlo::fromIr(ir::arrayOf(operand).getType()).dims);
}

llvm::DenseSet<mlir::Operation*> slicesInPlace(mlir::ModuleOp module,
                                               const FusionOptions& options) {
  if (!options.enabled || !options.views || !options.contractions)
    return {};
  return Finder(options).run(module);
}

} // namespace lz::fusion
