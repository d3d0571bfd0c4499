#include "hlo/ir/SmallFloatType.h"

#include "mlir/IR/MLIRContext.h"

MLIR_DEFINE_EXPLICIT_TYPE_ID(lz::hlo::SmallFloatType)

namespace lz::hlo {

SmallFloatType SmallFloatType::get(mlir::MLIRContext* context, DType dtype) {
  return Base::get(context, int32_t(dtype));
}

mlir::Type SmallFloatType::parse(mlir::MLIRContext* context, llvm::StringRef name) {
  for (DType dtype : kOwnFloats)
    if (name == llvm::StringRef(dtypeName(dtype)))
      return get(context, dtype);
  return {};
}

DType SmallFloatType::dtype() const {
  return getImpl()->dtype;
}

} // namespace lz::hlo
