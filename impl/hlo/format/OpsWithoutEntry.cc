#include "hlo/format/OpsWithoutEntry.h"

#include "hlo/format/BatchNorm.h"
#include "hlo/ir/Dialect.h"
#include "hlo/ir/TypeBridge.h"
#include "hlo/rewrite/OpMaker.h"
#include "hlo/rewrite/SelectBranches.h"

#include "llvm/ADT/StringSwitch.h"
#include "mlir/IR/IRMapping.h"

#include <numeric>

namespace lz::hlo {
namespace {

using Rewrite = mlir::LogicalResult (*)(mlir::RewriterBase&, mlir::Operation*);

bool isElementwise(mlir::Operation& op) {
  const OpInfo* info = opInfo(&op);
  return info && (info->kind == OpKind::Elementwise || info->opcode == Opcode::Constant) &&
         llvm::all_of(op.getResults(),
                      [](mlir::Value v) { return fromIr(v.getType()).rank() == 0; });
}

// Parameters are scalars of the operands' types, and all dimensions are mapped, in their order
// (C1 to C5 of map).
bool isValidMap(mlir::Operation* op) {
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock() || op->getNumOperands() == 0 ||
      op->getNumResults() != 1)
    return false;
  mlir::Block& body = op->getRegion(0).front();
  if (body.empty() || !mlir::isa<ReturnOp>(body.back())) // nobody verified an op without entry
    return false;
  const TensorType result = fromIr(op->getResult(0).getType());
  auto dimensions = op->getAttrOfType<mlir::DenseI64ArrayAttr>("dimensions");
  Ints all(size_t(result.rank()));
  std::iota(all.begin(), all.end(), 0);
  if (!isValid(result.dtype) || !dimensions || !llvm::equal(dimensions.asArrayRef(), all) ||
      body.getNumArguments() != op->getNumOperands() || body.getTerminator()->getNumOperands() != 1)
    return false;
  for (auto [operand, parameter] : llvm::zip(op->getOperands(), body.getArguments())) {
    const TensorType type = fromIr(operand.getType());
    if (type.dims != result.dims || fromIr(parameter.getType()) != TensorType{type.dtype, {}})
      return false;
  }
  return fromIr(body.getTerminator()->getOperand(0).getType()) == TensorType{result.dtype, {}} &&
         llvm::all_of(body.without_terminator(), isElementwise);
}

// A branch of scalars in the body is a select of whole tensors outside of it.
void selectInBody(mlir::Operation* op, mlir::RewriterBase& rewriter) {
  llvm::SmallVector<mlir::Operation*> branches;
  op->walk([&](IfOp branch) { branches.push_back(branch); }); // those within others first
  for (mlir::Operation* branch : branches)
    if (hasElementwiseBranches(branch))
      selectBranches(branch, rewriter);
}

// map(%x) of `%1 = -%a; return %1` with the parameter %a, a scalar, becomes -%x.
mlir::LogicalResult replaceMap(mlir::RewriterBase& rewriter, mlir::Operation* op) {
  selectInBody(op, rewriter);
  if (!isValidMap(op))
    return mlir::failure();
  const Dims dims = fromIr(op->getResult(0).getType()).dims;
  mlir::Block& body = op->getRegion(0).front();
  mlir::IRMapping whole;
  whole.map(body.getArguments(), op->getOperands());
  OpMaker maker(rewriter, op->getLoc());
  auto spread = [&](mlir::Value scalar) {
    return dims.empty() ? scalar : maker.broadcast(scalar, dims, {});
  };
  auto wholeOf = [&](mlir::Value scalar) { // what is of outside the body is a scalar
    if (!whole.contains(scalar))
      whole.map(scalar, spread(scalar));
    return whole.lookup(scalar);
  };
  for (mlir::Operation& inner : body.without_terminator()) {
    for (mlir::Value operand : inner.getOperands())
      wholeOf(operand);
    if (mlir::isa<ConstantOp>(inner)) {
      whole.map(inner.getResult(0), spread(rewriter.clone(inner)->getResult(0)));
      continue;
    }
    mlir::Operation* copy = rewriter.clone(inner, whole);
    for (mlir::Value result : copy->getResults())
      result.setType(toIr(op->getContext(), {fromIr(result.getType()).dtype, dims}));
  }
  rewriter.replaceOp(op, wholeOf(body.getTerminator()->getOperand(0)));
  return mlir::success();
}

mlir::LogicalResult replaceId(mlir::RewriterBase& rewriter, mlir::Operation* op) {
  const TensorType type =
      op->getNumResults() == 1 ? fromIr(op->getResult(0).getType()) : TensorType();
  if (type != TensorType{DType::U32, {}})
    return mlir::failure();
  OpMaker maker(rewriter, op->getLoc());
  return maker.replace(rewriter, op, maker.splat(type, 0));
}

// What one participant gets of a collective op is what it gave.
mlir::LogicalResult replaceCollective(mlir::RewriterBase& rewriter, mlir::Operation* op) {
  const bool permutes = op->getName().getStringRef() == "stablehlo.collective_permute";
  auto groups = op->getAttrOfType<mlir::DenseIntElementsAttr>(permutes ? "source_target_pairs"
                                                                       : "replica_groups");
  const int64_t participants = permutes ? 2 : 1; // of one pair, or of one group
  if (!groups || groups.getNumElements() != participants || !groups.isSplat() ||
      !groups.getSplatValue<llvm::APInt>().isZero() ||
      op->getOperandTypes() != op->getResultTypes())
    return mlir::failure();
  rewriter.replaceOp(op, op->getOperands());
  return mlir::success();
}

Rewrite rewriteOf(llvm::StringRef name, bool isAlone) {
  Rewrite always = llvm::StringSwitch<Rewrite>(name)
                       .Case("stablehlo.map", replaceMap)
                       .Case("stablehlo.batch_norm_inference", replaceBatchNormInference)
                       .Case("stablehlo.batch_norm_training", replaceBatchNormTraining)
                       .Case("stablehlo.batch_norm_grad", replaceBatchNormGrad)
                       .Default(nullptr);
  if (always || !isAlone)
    return always;
  return llvm::StringSwitch<Rewrite>(name)
      .Cases("stablehlo.partition_id", "stablehlo.replica_id", replaceId)
      .Cases("stablehlo.all_gather", "stablehlo.all_reduce", "stablehlo.all_to_all",
             "stablehlo.collective_broadcast", "stablehlo.collective_permute",
             "stablehlo.collective_reduce", "stablehlo.reduce_scatter", replaceCollective)
      .Default(nullptr);
}

// The module runs as one partition of one replica, which is what it says if it says nothing.
bool isOne(mlir::ModuleOp module, llvm::StringRef count) {
  auto number = module->getAttrOfType<mlir::IntegerAttr>(count);
  return !number || number.getValue().isOne();
}

} // namespace

bool isReplaced(llvm::StringRef name) {
  return rewriteOf(name, /*isAlone=*/true) != nullptr;
}

void replaceOpsWithoutEntry(mlir::ModuleOp module) {
  const bool isAlone = isOne(module, "mhlo.num_partitions") && isOne(module, "mhlo.num_replicas");
  llvm::SmallVector<std::pair<mlir::Operation*, Rewrite>> found;
  module.walk([&](mlir::Operation* op) { // an op behind those of its regions
    if (Rewrite rewrite =
            op->isRegistered() ? nullptr : rewriteOf(op->getName().getStringRef(), isAlone))
      found.emplace_back(op, rewrite);
  });
  mlir::IRRewriter rewriter(module.getContext());
  for (auto [op, rewrite] : found) {
    rewriter.setInsertionPoint(op);
    (void)rewrite(rewriter, op); // what stays is refused with its place
  }
}

} // namespace lz::hlo
