#include "fusion/attach/ContractionRows.h"

#include "absl/strings/str_cat.h"
#include "fusion/BuildPlan.h"
#include "hlo/build/Bridge.h"
#include "hlo/ir/PlainAttrs.h"
#include "hlo/ir/TypeBridge.h"

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

std::string explainRows(ir::RegionOp region, const char* verdict, mlir::Operation* contraction,
                        const std::string& reason) {
  mlir::Operation* root = region.getBody().front().getTerminator()->getOperand(0).getDefiningOp();
  return absl::StrCat(root ? root->getName().getStringRef().str() : "a region", " ", verdict, " ",
                      contraction->getName().getStringRef().str(), ": ", reason);
}

} // namespace lz::fusion
