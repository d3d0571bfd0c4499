// lz-opt: reads IR, runs the passes named on the command line, prints IR. MLIR's usual options
// apply.
#include "fusion/FormRegions.h"
#include "hlo/build/Bridge.h"
#include "hlo/passes/Passes.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char** argv) {
  mlir::DialectRegistry registry;
  lz::hlo::registerDialects(registry);
  lz::hlo::registerPasses();
  lz::fusion::registerFormRegionsPass();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Lazuli optimizer driver\n", registry));
}
