#include "OpenShapes.h"

#include "hlo/build/Bridge.h"
#include "hlo/rewrite/OpMaker.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace lz::conformance {
namespace {

constexpr int64_t kExtent = 4;

bool isOpen(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

mlir::Type closed(mlir::Type type) {
  auto tensor = mlir::cast<mlir::RankedTensorType>(type);
  llvm::SmallVector<int64_t> dims(tensor.getShape());
  std::replace(dims.begin(), dims.end(), int64_t(mlir::ShapedType::kDynamic), kExtent);
  return mlir::RankedTensorType::get(dims, tensor.getElementType());
}

} // namespace

Status closeShapes(mlir::ModuleOp module) {
  auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
  if (!main || main.isExternal() || !llvm::any_of(main.getArgumentTypes(), isOpen))
    return okStatus();
  // Functions state the open shapes of their arguments.
  LZ_RETURN_IF_ERROR(hlo::replaceCalls(main));
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockBegin(&main.front());
  hlo::OpMaker maker(builder, main.getLoc());
  bool isExtent = true; // true before the first open shape
  for (mlir::BlockArgument argument : main.getArguments()) {
    isExtent &= !isOpen(argument.getType());
    if (isOpen(argument.getType()))
      argument.setType(closed(argument.getType()));
    else if (isExtent && hlo::typeOf(argument) == TensorType{DType::S64, {}})
      argument.replaceAllUsesWith(maker.splat({DType::S64, {}}, double(kExtent)));
  }
  main.setType(mlir::FunctionType::get(main.getContext(), main.front().getArgumentTypes(),
                                       main.getResultTypes()));
  return okStatus();
}

} // namespace lz::conformance
