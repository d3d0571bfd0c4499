#include "fusion/attach/PlacedSweep.h"

#include "contraction/plan/TileChoice.h"
#include "fusion/attach/ContractionRows.h"

namespace lz::fusion {
namespace {

using contraction::TiledContraction;

// Returns the contraction that computes the product in a sweep, with its tile. The operand that the
// previous product makes becomes lhs. The rows of lhs are read in place. Returns nullopt if a
// region of the product cannot run on the rows of the sweep.
std::optional<TiledContraction> tiledInSweep(const SweptProduct& product, bool isFirst,
                                             const contraction::ContractionTarget& target) {
  StatusOr<TiledContraction> spec = tiledContraction(product.contraction, target);
  if (!spec.ok())
    return std::nullopt;
  const RegionPlacement& placement = product.placement;
  const unsigned own = product.table.value_or(0);
  TiledContraction tiled = contraction::tiledWithLhs(std::move(*spec), own);
  for (ir::RegionOp prologue : placement.prologues)
    if (!isFirst || ir::prologueOf(product.contraction, own) != prologue)
      return std::nullopt;
  const int64_t rows = tiled.batch * tiled.m;
  for (ir::RegionOp epilogue : placement.epilogues)
    if (own != 0 || epilogue.numRows() != rows)
      return std::nullopt;
  tiled.isInSweep = true;
  tiled.ownByRows = !isFirst || !placement.prologues.empty();
  tiled.outByRows = placement.keepsOutput;
  return tiled;
}

} // namespace

mlir::Operation* contractionOf(mlir::Operation* product) {
  mlir::Block* body = ir::bodyOfProducts(product);
  return body ? &*llvm::find_if(*body, [](mlir::Operation& op) { return ir::isContraction(&op); })
              : product;
}

std::optional<unsigned> operandOf(mlir::Operation* product, mlir::Value value) {
  mlir::Operation* contraction = contractionOf(product);
  for (mlir::OpOperand& operand : product->getOpOperands()) {
    if (operand.get() != value)
      continue;
    mlir::Block* body = ir::bodyOfProducts(product);
    const mlir::Value inside = body ? body->getArgument(operand.getOperandNumber()) : value;
    std::optional<unsigned> number;
    for (mlir::OpOperand& use : inside.getUses()) {
      auto region = mlir::dyn_cast<ir::RegionOp>(use.getOwner());
      const bool isEpilogue = region && !region.isPrologue();
      if (!isEpilogue && (use.getOwner() != contraction || number))
        return std::nullopt;
      if (use.getOwner() == contraction)
        number = use.getOperandNumber();
    }
    return number;
  }
  return std::nullopt;
}

std::vector<SweptProduct> productsOf(ir::SweepOp sweep) {
  std::vector<SweptProduct> products;
  for (mlir::Operation& op : sweep.getBody().front().without_terminator()) {
    if (ir::renamesRows(&op))
      continue;
    mlir::Operation* contraction = contractionOf(&op);
    products.push_back({contraction, placementOf(contraction)});
    if (mlir::Value table = ir::tableOf(&op))
      products.back().table = operandOf(&op, table);
  }
  return products;
}

std::optional<sweep::SweepPlan> planSwept(const std::vector<SweptProduct>& products,
                                          const contraction::ContractionTarget& target) {
  std::vector<TiledContraction> tiled;
  std::vector<int64_t> keptRowBytes;
  for (const SweptProduct& product : products) {
    std::optional<TiledContraction> spec =
        tiledInSweep(product, &product == &products.front(), target);
    if (!spec)
      return std::nullopt;
    tiled.push_back(std::move(*spec));
    for (const KeptResult& kept : product.placement.kept)
      if (!kept.over)
        keptRowBytes.push_back(bytesOf(kept.value()) / ir::RegionOp(kept.region).numRows());
  }
  return sweep::planSweep(tiled, keptRowBytes, target.threads);
}

} // namespace lz::fusion
