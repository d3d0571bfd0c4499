#include "fusion/tables/TableDims.h"

#include "fusion/FusionRules.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace lz::fusion {
namespace {

llvm::ArrayRef<int64_t> numbersOf(mlir::Operation* op, llvm::StringRef name) {
  auto attr = op->getAttrOfType<mlir::DenseI64ArrayAttr>(name);
  return attr ? attr.asArrayRef() : llvm::ArrayRef<int64_t>();
}

// Returns where dim `d` of the operand is in the result of the op, or -1 if it is not there.
int64_t dimInResult(mlir::Operation* op, int64_t d) {
  switch (infoOf(op)->opcode) {
  case Opcode::BroadcastInDim:
    return numbersOf(op, "broadcast_dimensions")[size_t(d)];
  case Opcode::Transpose: {
    llvm::ArrayRef<int64_t> dims = numbersOf(op, "permutation");
    return llvm::find(dims, d) - dims.begin();
  }
  case Opcode::Reduce: {
    llvm::ArrayRef<int64_t> dims = numbersOf(op, "dimensions");
    return llvm::is_contained(dims, d) ? -1
                                       : d - llvm::count_if(dims, [&](int64_t r) { return r < d; });
  }
  default:
    return infoOf(op)->kind == OpKind::Elementwise ? d : -1;
  }
}

} // namespace

std::optional<llvm::DenseMap<mlir::Value, TableDims>>
tableDimsFrom(mlir::Operation* function, llvm::ArrayRef<mlir::Operation*> ordered) {
  llvm::DenseMap<mlir::Value, TableDims> places;
  places[function->getResult(0)] = {};
  for (mlir::Operation* op : ordered) {
    std::optional<TableDims> found;
    for (mlir::Value operand : op->getOperands()) {
      auto it = places.find(operand);
      if (it == places.end())
        continue;
      TableDims place{dimInResult(op, it->second.row), dimInResult(op, it->second.column)};
      if (place.row < 0 || place.column < 0 || (found && *found != place))
        return std::nullopt;
      found = place;
    }
    if (found)
      places[op->getResult(0)] = *found;
  }
  return places;
}

} // namespace lz::fusion
