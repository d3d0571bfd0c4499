#include "fusion/attach/ContractionRows.h"

#include "absl/strings/str_cat.h"
#include "fusion/BuildPlan.h"
#include "fusion/PlannedRows.h"
#include "hlo/build/Bridge.h"
#include "hlo/ir/PlainAttrs.h"
#include "hlo/ir/TypeBridge.h"
#include "schedule/cost/Cost.h"

#include <algorithm>

namespace lz::fusion {

int64_t bytesOf(mlir::Value value) {
  return hlo::fromIr(value.getType()).numBytes();
}

std::optional<Op> plainContraction(mlir::Operation* contraction) {
  const OpInfo* info = infoOf(contraction);
  StatusOr<Attrs> attrs = hlo::plainAttrs(contraction, *info, hlo::Literals::Skip);
  if (!attrs.ok())
    return std::nullopt;
  Op op;
  op.opcode = info->opcode;
  op.attrs = std::move(*attrs);
  return op;
}

StatusOr<schedule::ChosenPlan> planByRows(ir::RegionOp region, int64_t rows,
                                          const CostTable& costs) {
  LZ_ASSIGN_OR_RETURN(Program program, hlo::exportRegion(region));
  return buildPlan(program, costs, rows);
}

double RowPrices::nsMore(ir::RegionOp region) {
  auto [it, isNew] = known_.try_emplace(region, 0.0);
  if (!isNew || reduces(region))
    return it->second;
  const StatusOr<schedule::ChosenPlan> byRows = planByRows(region, region.numRows(), costs_),
                                       whole = planByRows(region, 0, costs_);
  if (byRows.ok() && whole.ok())
    it->second = std::max(0.0, costOf(*byRows, costs_).alone - costOf(*whole, costs_).alone);
  return it->second;
}

std::string explainRows(ir::RegionOp region, const char* verdict, mlir::Operation* contraction,
                        const std::string& reason) {
  mlir::Operation* root = region.getBody().front().getTerminator()->getOperand(0).getDefiningOp();
  return absl::StrCat(root ? root->getName().getStringRef().str() : "a region", " ", verdict, " ",
                      contraction->getName().getStringRef().str(), ": ", reason);
}

} // namespace lz::fusion
