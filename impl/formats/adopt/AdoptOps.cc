#include "formats/adopt/AdoptOps.h"

#include "formats/adopt/calls/LapackCalls.h"
#include "formats/adopt/calls/TopKCalls.h"
#include "formats/adopt/ops/BatchNorm.h"
#include "formats/adopt/ops/ClientOps.h"
#include "formats/adopt/ops/Collectives.h"
#include "formats/adopt/ops/Map.h"
#include "formats/adopt/ops/RaggedDot.h"
#include "formats/adopt/ops/Scan.h"

namespace lz::formats {
namespace {

using OpRewrite = mlir::LogicalResult (*)(mlir::RewriterBase& rewriter, mlir::Operation* op);

// Adapts a rewrite for ops of one class to the signature of the table.
template <typename Op, mlir::LogicalResult (*rewrite)(mlir::RewriterBase&, Op)>
mlir::LogicalResult ofClass(mlir::RewriterBase& rewriter, mlir::Operation* op) {
  return rewrite(rewriter, mlir::cast<Op>(op));
}

template <bool (*replace)(hlo::CustomCallOp, mlir::ModuleOp)>
mlir::LogicalResult ofCall(mlir::RewriterBase&, mlir::Operation* op) {
  auto call = mlir::cast<hlo::CustomCallOp>(op);
  if (!replace(call, call->getParentOfType<mlir::ModuleOp>()))
    return mlir::failure();
  call.erase();
  return mlir::success();
}

// The kind of a name in the table: the name of an op, of the target of a custom call, or of a
// LAPACK routine. A routine has several targets, one for each element type.
enum class Of : uint8_t { Op, Call, Routine };

enum class IfItFails : uint8_t { Stays, IsWrong };

struct Adoption {
  Of of;
  llvm::StringLiteral name; // "*" stands for all other names of the dialect
  OpRewrite rewrite;
  IfItFails ifItFails = IfItFails::Stays;
};

constexpr Adoption kAdoptions[] = {
    {Of::Call, "ApproxTopK", ofCall<replaceApproxTopK>},
    {Of::Call, "PartialReduce", ofCall<replaceApproxTopK>},
    {Of::Call, "TopK", ofCall<replaceTopK>},
    {Of::Call, "mhlo.topk", ofCall<replaceTopK>},
    {Of::Routine, "eigh", ofCall<replaceEigh>},
    {Of::Routine, "potrf", ofCall<replacePotrf>},
    {Of::Routine, "trsm", ofCall<replaceTrsm>},
    {Of::Op, "chlo.broadcast_*", replaceBroadcast, IfItFails::IsWrong},
    {Of::Op, "chlo.conj", ofClass<chlo::ConjOp, replaceConj>, IfItFails::IsWrong},
    {Of::Op, "chlo.constant", ofClass<chlo::ConstantOp, replaceConstant>, IfItFails::IsWrong},
    {Of::Op, "chlo.constant_like", ofClass<chlo::ConstantLikeOp, replaceConstantLike>,
     IfItFails::IsWrong},
    {Of::Op, "chlo.ragged_dot", ofClass<chlo::RaggedDotOp, replaceRaggedDot>, IfItFails::IsWrong},
    {Of::Op, "chlo.scan", ofClass<chlo::ScanOp, replaceScan>, IfItFails::IsWrong},
    {Of::Op, "stablehlo.all_gather", replaceCollective},
    {Of::Op, "stablehlo.all_reduce", replaceCollective},
    {Of::Op, "stablehlo.all_to_all", replaceCollective},
    {Of::Op, "stablehlo.batch_norm_grad", replaceBatchNormGrad},
    {Of::Op, "stablehlo.batch_norm_inference", replaceBatchNormInference},
    {Of::Op, "stablehlo.batch_norm_training", replaceBatchNormTraining},
    {Of::Op, "stablehlo.collective_broadcast", replaceCollective},
    {Of::Op, "stablehlo.collective_permute", replaceCollective},
    {Of::Op, "stablehlo.collective_reduce", replaceCollective},
    {Of::Op, "stablehlo.map", replaceMap},
    {Of::Op, "stablehlo.partition_id", replaceCollective},
    {Of::Op, "stablehlo.reduce_scatter", replaceCollective},
    {Of::Op, "stablehlo.replica_id", replaceCollective},
};

bool fits(llvm::StringRef pattern, llvm::StringRef name, bool isRegistered) {
  return pattern.consume_back("*") ? isRegistered && name.starts_with(pattern) : name == pattern;
}

// Returns the rewrite for the op, or nullptr if there is none.
const Adoption* find(Of of, llvm::StringRef name, bool isRegistered = false) {
  const Adoption* found = llvm::find_if(kAdoptions, [&](const Adoption& adoption) {
    return adoption.of == of && fits(adoption.name, name, isRegistered);
  });
  return found == std::end(kAdoptions) ? nullptr : found;
}

const Adoption* findRoutine(linalg::LapackFunction function) {
  const std::string_view name = lapackName(function);
  return find(Of::Routine, {name.data(), name.size()});
}

const Adoption* adoptionOf(mlir::Operation* op) {
  if (auto call = mlir::dyn_cast<hlo::CustomCallOp>(op)) {
    const llvm::StringRef target = call.getCallTargetName();
    const std::optional<linalg::LapackCall> lapack =
        linalg::lapackCall({target.data(), target.size()});
    return lapack ? findRoutine(lapack->function) : find(Of::Call, target);
  }
  return hlo::opInfo(op) ? nullptr : find(Of::Op, op->getName().getStringRef(), op->isRegistered());
}

} // namespace

bool isAdopted(llvm::StringRef name) {
  return find(Of::Op, name) != nullptr;
}

bool isAdopted(linalg::LapackFunction function) {
  return findRoutine(function) != nullptr;
}

mlir::LogicalResult adoptOps(mlir::func::FuncOp main) {
  llvm::SmallVector<std::pair<mlir::Operation*, const Adoption*>> found;
  main.walk([&](mlir::Operation* op) { // an op is visited after the ops of its regions
    if (const Adoption* adoption = adoptionOf(op))
      found.emplace_back(op, adoption);
  });
  mlir::IRRewriter rewriter(main.getContext());
  for (auto [op, adoption] : found) {
    rewriter.setInsertionPoint(op);
    if (succeeded(adoption->rewrite(rewriter, op)) || adoption->ifItFails == IfItFails::Stays)
      continue;
    return op->emitError() << '[' << op->getName().stripDialect() << "] of ("
                           << op->getOperandTypes() << ") cannot return (" << op->getResultTypes()
                           << ") with these attributes";
  }
  return mlir::success();
}

} // namespace lz::formats
