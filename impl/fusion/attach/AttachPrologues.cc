#include "fusion/attach/AttachPrologues.h"

#include "absl/strings/str_cat.h"
#include "fusion/FusionRules.h"
#include "fusion/RowPlan.h"
#include "fusion/attach/ContractionRows.h"
#include "hlo/ir/PlainAttrs.h"
#include "hlo/ir/TypeBridge.h"
#include "spec/OpAttrs.inc.h"

namespace lz::fusion {
namespace {

bool isIota(absl::Span<const int64_t> dims, int64_t first) {
  for (int64_t d : dims)
    if (d != first++)
      return false;
  return true;
}

int64_t points(const TensorType& type, size_t dims) {
  int64_t count = 1;
  for (size_t d = 0; d < dims; ++d)
    count *= type.dims[d];
  return count;
}

// A prologue can make rows of an operand of a dot_general separately. Returns the number of these
// rows. If the dims of k are the last dims, a row holds all values of k. Otherwise, if there is a
// batch, there is a row for each index of the batch and of the dim after the batch. Without a
// batch, the dims of k must be the first dims, and there is a row for each value of k. Returns 0 in
// all other cases.
int64_t rowsOfOperand(const Op& dot, bool isLhs, const TensorType& type) {
  DotGeneralAttrs attrs(dot.attrs);
  auto batch = isLhs ? attrs.lhsBatchingDimensions() : attrs.rhsBatchingDimensions();
  auto k = isLhs ? attrs.lhsContractingDimensions() : attrs.rhsContractingDimensions();
  if (!isIota(batch, 0))
    return 0;
  size_t rank = type.dims.size();
  if (isIota(k, type.rank() - int64_t(k.size())))
    return points(type, rank - k.size());
  if (!batch.empty())
    return points(type, batch.size() + 1);
  return isIota(k, 0) ? points(type, k.size()) : 0;
}

// Returns the number of rows of the images of a convolution. There is a row for each index of the
// first two dims, so a row is a line of an image, or a channel. Returns 0 if the first dim is not
// that of the images.
int64_t rowsOfImages(const Op& convolution, const TensorType& type) {
  ConvolutionAttrs attrs(convolution.attrs);
  bool areOutermost = attrs.inputBatchDimension() == 0 && attrs.batchGroupCount() == 1;
  return areOutermost && type.rank() > 2 ? points(type, 2) : 0;
}

int64_t rowsOfOperand(mlir::Operation* contraction, bool isLhs) {
  std::optional<Op> op = plainContraction(contraction);
  if (!op)
    return 0;
  TensorType type = hlo::fromIr(contraction->getOperand(isLhs ? 0 : 1).getType());
  if (op->opcode == Opcode::DotGeneral)
    return rowsOfOperand(*op, isLhs, type);
  return isLhs ? rowsOfImages(*op, type) : 0;
}

// If the region does not make whole rows, returns the reason. Otherwise returns nullptr.
const char* hindranceOf(ir::RegionOp region, int64_t rows, const CostTable& costs) {
  StatusOr<schedule::ChosenPlan> chosen = planByRows(region, rows, costs);
  if (!chosen.ok())
    return "it has no plan";
  int32_t rowDims = numRowDims(*chosen, rows);
  if (rowDims < 0)
    return "its units are not rows";
  return writesByRows(chosen->plan, rowDims, 0) ? nullptr : "it writes other rows";
}

void attachPrologue(mlir::Operation* contraction, bool isLhs, const FusionOptions& options,
                    AttachedTo& attached) {
  mlir::Value operand = contraction->getOperand(isLhs ? 0 : 1);
  auto region = operand.getDefiningOp<ir::RegionOp>();
  if (!region || region->getBlock() != contraction->getBlock() || region->getNumResults() != 1 ||
      !operand.hasOneUse() || region.getRows())
    return;
  int64_t rows = rowsOfOperand(contraction, isLhs);
  if (rows < 2)
    return;
  const char* hindrance = hindranceOf(region, rows, options.costs());
  if (options.explanations)
    options.explanations->push_back(
        explainRows(region, hindrance ? "does not make rows for" : "can make rows for", contraction,
                    hindrance ? hindrance : absl::StrCat(rows, " rows")));
  if (hindrance)
    return;
  region.setRows(rows);
  region->moveBefore(contraction);
  Attached& all = attached.insert({contraction, {contraction, contraction}}).first->second;
  if (all.first == contraction)
    all.first = region;
}

} // namespace

void attachPrologues(mlir::Block& block, const FusionOptions& options, AttachedTo& attached) {
  llvm::SmallVector<mlir::Operation*> contractions;
  for (mlir::Operation& op : block)
    if (const OpInfo* info = infoOf(&op); info && info->kind == OpKind::Contraction)
      contractions.push_back(&op);
  for (mlir::Operation* op : contractions)
    for (bool isLhs : {true, false})
      attachPrologue(op, isLhs, options, attached);
}

} // namespace lz::fusion
