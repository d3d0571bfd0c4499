#include "hlo/format/ModuleProgram.h"

#include "hlo/build/Bridge.h"
#include "hlo/format/ForeignCalls.h"
#include "hlo/format/ForeignConfigs.h"
#include "hlo/format/OpsWithoutEntry.h"
#include "hlo/replace/ClientOps.h"
#include "hlo/replace/FlatTypes.h"
#include "hlo/replace/Identities.h"
#include "hlo/replace/Quantized.h"
#include "hlo/replace/StaticShapes.h"

#include "mlir/IR/Verifier.h"

namespace lz {

static StatusOr<mlir::func::FuncOp> findMain(mlir::ModuleOp module, const std::string& name) {
  if (auto main = module.lookupSymbol<mlir::func::FuncOp>("main"))
    return main;
  mlir::func::FuncOp only;
  for (auto function : module.getOps<mlir::func::FuncOp>()) {
    if (function.isPrivate())
      continue;
    if (only)
      return invalidArgument(name,
                             ": the module has several public functions; call one of them main");
    only = function;
  }
  if (!only)
    return invalidArgument(name, ": the module has no public function");
  return only;
}

StatusOr<Program> programOf(mlir::ModuleOp module, const FirstError& error,
                            const std::string& name) {
  LZ_ASSIGN_OR_RETURN(mlir::func::FuncOp main, findMain(module, name));
  if (main.isExternal())
    return invalidArgument(name, ": function ", main.getName().str(), " has no body");
  // Shapes come before what looks at them, and calls before shapes, which differ by call.
  if (failed(hlo::checkOrder(module)) || failed(hlo::refuseTransfers(module)))
    return error.status(name);
  bool isOther = hlo::flattenTypes(module);
  LZ_RETURN_IF_ERROR(hlo::replaceCalls(main)); // compares the types that the text states
  isOther |= hlo::replaceIdentities(main);
  mlir::FailureOr<bool> wasOpen = hlo::makeShapesStatic(main);
  if (failed(wasOpen))
    return error.status(name);
  isOther |= *wasOpen;
  mlir::FailureOr<bool> wasQuantized = hlo::replaceQuantized(main);
  if (failed(wasQuantized))
    return error.status(name);
  isOther |= *wasQuantized;
  hlo::joinForeignConfigs(module);
  hlo::replaceForeignCalls(module);
  if (failed(hlo::replaceClientOps(main)))
    return error.status(name);
  hlo::replaceOpsWithoutEntry(module);
  if (isOther && failed(mlir::verify(main))) // nobody verified these types
    return error.status(name);
  return hlo::exportProgram(main);
}

} // namespace lz
