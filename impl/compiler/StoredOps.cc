#include "compiler/StoredOps.h"

#include "compiler/PeakValues.h"
#include "fusion/FormRegions.h"
#include "hlo/ir/Dialect.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OwningOpRef.h"

#include <vector>

namespace lz::compiler {
namespace {

constexpr llvm::StringLiteral kNumber = "lz.number";

// Returns the op that computes a value. If the value is a result of a region or product, this is
// the op in its body that computes the result.
mlir::Operation* makerOf(mlir::Value value) {
  while (true) {
    value = ir::madeAs(value);
    mlir::Operation* op = value.getDefiningOp();
    if (!mlir::isa_and_nonnull<ir::RegionOp, ir::SweepOp>(op))
      return op;
    mlir::Operation* end = op->getRegion(0).front().getTerminator();
    value = end->getOperand(mlir::cast<mlir::OpResult>(value).getResultNumber());
  }
}

} // namespace

llvm::DenseSet<mlir::Operation*>
storedOps(mlir::ModuleOp module, const fusion::FusionOptions& options, int64_t aliveBytes) {
  mlir::IRMapping copies;
  mlir::OwningOpRef<mlir::ModuleOp> copy = mlir::cast<mlir::ModuleOp>(module->clone(copies));
  const mlir::Type type = mlir::IntegerType::get(module.getContext(), 64);
  std::vector<mlir::Operation*> ops;
  module->walk([&](mlir::Operation* op) {
    copies.lookup(op)->setAttr(kNumber, mlir::IntegerAttr::get(type, int64_t(ops.size())));
    ops.push_back(op);
  });
  fusion::formRegions(*copy, options);

  llvm::DenseSet<mlir::Value> alive;
  if (aliveBytes > 0)
    alive = valuesAbove(*copy, aliveBytes);
  llvm::DenseSet<mlir::Operation*> stored;
  copy->walk([&](mlir::Operation* op) {
    if (isInsideKernel(op) || ir::isView(op))
      return;
    for (mlir::Value result : op->getResults()) {
      mlir::Operation* maker = makerOf(result);
      if (!maker || (aliveBytes > 0 && !alive.contains(result)))
        continue;
      if (auto number = maker->getAttrOfType<mlir::IntegerAttr>(kNumber))
        stored.insert(ops[size_t(number.getInt())]);
    }
  });
  return stored;
}

} // namespace lz::compiler
