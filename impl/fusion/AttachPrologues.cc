// Prologues: regions whose only use is to be an operand of a product, whose rows hold all of k.
//
//   K[i, j] = exp(-|x_i - y_j|), K . B of several columns      rows of K, 10,000 x 10,000, are made
//                                                              some at a time and never stored
#include "absl/strings/str_cat.h"
#include "fusion/AttachRows.h"
#include "fusion/AttachRowsParts.h"
#include "fusion/FusionRules.h"
#include "fusion/RowPlan.h"
#include "hlo/ir/PlainAttrs.h"
#include "hlo/ir/TypeBridge.h"
#include "spec/OpAccess.h"

namespace lz::fusion {
namespace {

bool isIota(absl::Span<const int64_t> dims, int64_t first) {
  for (int64_t d : dims)
    if (d != first++)
      return false;
  return true;
}

// Of an operand of a dot_general that lies in memory as rows of k, row after row; 0: it does not.
int64_t rowsOfOperand(mlir::Operation* dot, bool isLhs) {
  const OpInfo* info = infoOf(dot);
  StatusOr<Attrs> attrs = hlo::plainAttrs(dot, *info, hlo::Literals::Skip);
  if (info->opcode != Opcode::DotGeneral || !attrs.ok())
    return 0;
  Op op;
  op.opcode = info->opcode;
  op.attrs = std::move(*attrs);
  TensorType type = hlo::fromIr(dot->getOperand(isLhs ? 0 : 1).getType());
  auto batch = intsOf(op, isLhs ? "lhs_batching_dimensions" : "rhs_batching_dimensions");
  auto k = intsOf(op, isLhs ? "lhs_contracting_dimensions" : "rhs_contracting_dimensions");
  if (!isIota(batch, 0) || !isIota(k, type.rank() - int64_t(k.size())))
    return 0;
  int64_t rows = 1;
  for (size_t d = 0; d < type.dims.size() - k.size(); ++d)
    rows *= type.dims[d];
  return rows;
}

// nullptr: the region makes whole rows.
const char* hindranceOf(ir::RegionOp region, int64_t rows) {
  StatusOr<RegionPlan> plan = planByRows(region, rows);
  if (!plan.ok())
    return "it has no plan";
  int32_t rowDims = numRowDims(*plan, rows);
  if (rowDims < 0)
    return "its units are not rows";
  return writesByRows(*plan, rowDims, 0) ? nullptr : "it writes other rows";
}

void attachPrologue(mlir::Operation* dot, bool isLhs, std::vector<std::string>* explanations) {
  mlir::Value operand = dot->getOperand(isLhs ? 0 : 1);
  auto region = operand.getDefiningOp<ir::RegionOp>();
  if (!region || region->getBlock() != dot->getBlock() || region->getNumResults() != 1 ||
      !operand.hasOneUse() || rowsOf(region) != 0)
    return;
  int64_t rows = rowsOfOperand(dot, isLhs);
  if (rows < 2)
    return;
  const char* hindrance = hindranceOf(region, rows);
  if (explanations)
    explanations->push_back(explainRows(region,
                                        hindrance ? "does not make rows for" : "makes rows for",
                                        dot, hindrance ? hindrance : absl::StrCat(rows, " rows")));
  if (hindrance)
    return;
  setRows(region, rows);
  region->setAttr(kPrologueAttr, mlir::UnitAttr::get(region->getContext()));
  region->moveBefore(dot);
}

} // namespace

void attachPrologues(mlir::Block& block, std::vector<std::string>* explanations) {
  llvm::SmallVector<mlir::Operation*> contractions;
  for (mlir::Operation& op : block)
    if (const OpInfo* info = infoOf(&op); info && info->kind == OpKind::Contraction)
      contractions.push_back(&op);
  for (mlir::Operation* op : contractions)
    for (bool isLhs : {true, false})
      attachPrologue(op, isLhs, explanations);
}

} // namespace lz::fusion
