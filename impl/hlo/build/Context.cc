#include "hlo/build/Bridge.h"
#include "hlo/ir/text/QuantizedType.h"
#include "hlo/ir/text/Shardings.h"

namespace lz::hlo {

void registerDialects(mlir::DialectRegistry& registry) {
  registry.insert<mlir::func::FuncDialect, StableHLODialect, chlo::CHLODialect, ir::LzDialect,
                  QuantDialect, ShardingDialect>();
}

std::unique_ptr<mlir::MLIRContext> makeContext() {
  mlir::DialectRegistry registry;
  registerDialects(registry);
  auto context =
      std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
  context->allowUnregisteredDialects();
  // Without this call, MLIR would print the op at fault, including its regions, after each error.
  context->printOpOnDiagnostic(false);
  context->loadAllAvailableDialects();
  return context;
}

} // namespace lz::hlo
