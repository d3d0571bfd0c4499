#include "emit/stages/UpdateList.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <numeric>

namespace lz::emit {

using mlir::Value;

// The memory is longer than the list by one vector, because add() always stores a whole vector.
UpdateList::UpdateList(KernelContext& k) : k_(k) {
  const schedule::ScatterUnits& units = k.grid.scatter;
  if (units.listed > 0)
    memory_ = k.allocate(k.builder.getI32Type(), units.listed + units.listLanes);
}

Value UpdateList::load(Value j) {
  Value place = k_.builder.create<mlir::LLVM::LoadOp>(k_.b.loc(), k_.builder.getI32Type(),
                                                      placeOf(j), /*alignment=*/4);
  return k_.b.extui(place, k_.builder.getI64Type());
}

Value UpdateList::add(Value i, Value takes, int lanes, Value count) {
  mlir::Type i64 = k_.builder.getI64Type();
  Value places = k_.b.trunci(i, k_.builder.getI32Type()), number;
  if (lanes == 1) {
    number = k_.b.extui(takes, i64);
  } else {
    llvm::SmallVector<int32_t> steps(static_cast<size_t>(lanes));
    std::iota(steps.begin(), steps.end(), 0);
    auto type = mlir::VectorType::get({lanes}, k_.builder.getI32Type());
    Value step = k_.builder.create<mlir::arith::ConstantOp>(
        k_.b.loc(), mlir::DenseElementsAttr::get(type, llvm::ArrayRef(steps)));
    takes = k_.b.splat(takes, lanes);
    places = k_.target.compress(k_.b, k_.b.addi(k_.b.splat(places, lanes), step), takes);
    Value bits = k_.builder.create<mlir::LLVM::BitcastOp>(
        k_.b.loc(), k_.builder.getIntegerType(unsigned(lanes)), takes);
    number = k_.b.extui(k_.builder.create<mlir::LLVM::CtPopOp>(k_.b.loc(), bits), i64);
  }
  k_.builder.create<mlir::LLVM::StoreOp>(k_.b.loc(), places, placeOf(count), /*alignment=*/4);
  return number;
}

Value UpdateList::placeOf(Value j) {
  return k_.builder.create<mlir::LLVM::GEPOp>(k_.b.loc(), k_.pointer(), k_.builder.getI32Type(),
                                              memory_, mlir::ValueRange{j});
}

} // namespace lz::emit
