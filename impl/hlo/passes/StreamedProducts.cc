// A matrix that is a formula of small arrays need not be in memory to be multiplied by a vector:
//
//   %k = e^... : tensor<10000x10000xf32>, of points x and y in tensor<10000x3xf32>
//   %0 = dot_general %k, %b, contracting [1] x [0] : (.., tensor<10000xf32>) -> tensor<10000xf32>
//
// As a product and a sum it is one region that reads x, y and b and holds one element of %k at a
// time.
#include "hlo/passes/LegalizeContractions.h"
#include "hlo/passes/OpMaker.h"

#include "llvm/ADT/SetVector.h"

namespace lz::hlo {
namespace {

constexpr int64_t kLeastElements = 16384; // below, the matrix is in a cache
constexpr int64_t kLeastRatio = 4;        // of its elements to what the formula reads
constexpr size_t kMostOps = 48;

bool isInside(mlir::Operation* op) {
  const OpInfo* info = op ? opInfo(op) : nullptr;
  if (!info || op->getNumResults() != 1)
    return false;
  return info->kind == OpKind::Elementwise || info->kind == OpKind::View ||
         info->kind == OpKind::Source || info->kind == OpKind::Reduce;
}

// Elements that the formula of `value` reads; `most` and more are all the same. Values that others
// want too are in memory anyway.
int64_t elementsRead(mlir::Value value, int64_t most) {
  llvm::SetVector<mlir::Operation*> inside, open;
  open.insert(value.getDefiningOp());
  int64_t read = 0;
  while (!open.empty() && read < most) {
    // The last one in the block: what uses its result has been looked at.
    mlir::Operation* op = *llvm::max_element(
        open, [](mlir::Operation* a, mlir::Operation* b) { return a->isBeforeInBlock(b); });
    open.remove(op);
    const OpInfo& info = *opInfo(op);
    bool isFree = info.kind == OpKind::View || info.kind == OpKind::Source;
    bool isShared = llvm::any_of(op->getUsers(), [&](mlir::Operation* user) {
      return op->getResult(0) != value && !inside.contains(user);
    });
    if (isShared && !isFree) {
      read += typeOf(op->getResult(0)).numElements();
      continue;
    }
    inside.insert(op);
    if (inside.size() > kMostOps)
      return most;
    for (mlir::Value operand : op->getOperands()) {
      mlir::Operation* producer = operand.getDefiningOp();
      if (isInside(producer) && producer->getBlock() == op->getBlock())
        open.insert(producer);
      else
        read += typeOf(operand).numElements();
    }
  }
  return read;
}

bool isFormula(mlir::Value matrix) {
  mlir::Operation* op = matrix.getDefiningOp();
  if (!isInside(op) || opInfo(op)->kind != OpKind::Elementwise || !matrix.hasOneUse())
    return false;
  int64_t elements = typeOf(matrix).numElements();
  return elements >= kLeastElements && elementsRead(matrix, elements) * kLeastRatio <= elements;
}

} // namespace

bool isStreamedProduct(mlir::Operation* dot) {
  if (!is(dot, Opcode::DotGeneral))
    return false;
  TensorType result = typeOf(dot->getResult(0));
  if (result.dtype != DType::F32 && result.dtype != DType::F64)
    return false;
  int64_t products = result.numElements();
  AttrsOf attrs(dot);
  for (int64_t d : attrs.ints("lhs_contracting_dimensions"))
    products *= typeOf(dot->getOperand(0)).dims[size_t(d)];
  for (mlir::Value operand : dot->getOperands())
    if (typeOf(operand).dtype != result.dtype)
      return false;
  // Each element of the matrix is in one product: the other operand has no free dimensions.
  return llvm::any_of(dot->getOperands(), [&](mlir::Value operand) {
    return typeOf(operand).numElements() == products && isFormula(operand);
  });
}

} // namespace lz::hlo
