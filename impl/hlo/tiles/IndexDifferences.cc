#include "hlo/tiles/IndexDifferences.h"

#include "spec/OpAttrs.inc.h"

namespace lz::hlo {
namespace {

// The sum of the factors with which a value contains the indices of rows and columns. The sum is 1
// for an iota, and 0 for the difference of two iotas.
using Count = int64_t;

bool countsExactly(DType dtype) {
  return storageBits(dtype) >= 32 && !isComplex(dtype);
}

std::optional<Count> countOfElementwise(mlir::Operation* op, llvm::ArrayRef<Count> operands) {
  if (llvm::all_of(operands, [](Count count) { return count == 0; }))
    return 0;
  if (is(op, Opcode::Compare))
    return operands[0] == operands[1] ? std::optional<Count>(0) : std::nullopt;
  if (!countsExactly(typeOf(op->getResult(0)).dtype))
    return std::nullopt;
  if (is(op, Opcode::Add))
    return operands[0] + operands[1];
  if (is(op, Opcode::Subtract))
    return operands[0] - operands[1];
  if (is(op, Opcode::Convert))
    return operands[0];
  return std::nullopt;
}

} // namespace

bool dependsOnDifferences(const PairTable& table) {
  llvm::SmallVector<Count> counts;
  for (const PairOp& part : table.ops) {
    llvm::SmallVector<Count, 4> operands;
    for (int from : part.from)
      operands.push_back(from >= 0 ? counts[size_t(from)] : 0);
    std::optional<Count> count;
    if (is(part.op, Opcode::Iota)) {
      const int64_t along = AttrsOf<IotaAttrs>(part.op).iotaDimension();
      const bool isIndex = along == part.dims.row || along == part.dims.column;
      if (!isIndex || countsExactly(typeOf(part.op->getResult(0)).dtype))
        count = isIndex ? 1 : 0;
    } else if (opInfo(part.op)->kind == OpKind::View) {
      count = operands[0];
    } else if (opInfo(part.op)->kind == OpKind::Elementwise) {
      count = countOfElementwise(part.op, operands);
    } else if (llvm::all_of(operands, [](Count own) { return own == 0; })) {
      count = 0;
    }
    if (!count)
      return false;
    counts.push_back(*count);
  }
  return llvm::all_of(table.outputs, [&](int output) { return counts[size_t(output)] == 0; });
}

} // namespace lz::hlo
