#include "formats/adopt/ModuleProgram.h"

#include "absl/strings/str_cat.h"
#include "formats/adopt/AdoptOps.h"
#include "formats/adopt/calls/ForeignConfigs.h"
#include "formats/adopt/calls/Identities.h"
#include "formats/adopt/types/FlatTypes.h"
#include "formats/adopt/types/Quantized.h"
#include "formats/adopt/types/StaticShapes.h"
#include "hlo/build/Bridge.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"

#include <algorithm>

namespace lz::formats {

using Functions = llvm::SmallVector<mlir::func::FuncOp>;

static Functions publicFunctions(mlir::ModuleOp module) {
  Functions functions;
  for (auto function : module.getOps<mlir::func::FuncOp>())
    if (!function.isPrivate())
      functions.push_back(function);
  return functions;
}

// Returns the names of the functions as a text such as "a, b and 7 more".
static std::string namesOf(Functions functions) {
  constexpr size_t kMost = 20;
  std::string names;
  for (size_t i = 0; i < std::min(functions.size(), kMost); ++i)
    absl::StrAppend(&names, i > 0 ? ", " : "", functions[i].getName().str());
  if (functions.size() > kMost)
    absl::StrAppend(&names, " and ", functions.size() - kMost, " more");
  return names;
}

// Finds the function `wanted`. "" stands for main, whatever its visibility, or for the only public
// function.
static StatusOr<mlir::func::FuncOp> findFunction(mlir::ModuleOp module, const std::string& name,
                                                 const std::string& wanted) {
  if (wanted.empty() || wanted == "main")
    if (auto main = module.lookupSymbol<mlir::func::FuncOp>("main"))
      return main;
  const Functions functions = publicFunctions(module);
  if (functions.empty())
    return invalidArgument(name, ": the module has no public function");
  for (mlir::func::FuncOp function : functions)
    if (function.getName() == wanted)
      return function;
  if (!wanted.empty())
    return invalidArgument(name, ": the module has no public function \"", wanted, "\"; it has ",
                           namesOf(functions));
  if (functions.size() > 1)
    return invalidArgument(name,
                           ": the module has several public functions and none is called "
                           "main; name one of them: ",
                           namesOf(functions));
  return functions.front();
}

// Erases the functions that `main` does not call, because they can contain unsupported ops.
static void eraseUnreached(mlir::ModuleOp module, mlir::func::FuncOp main) {
  const mlir::SymbolTable symbols(module);
  llvm::SmallPtrSet<mlir::Operation*, 8> reached{main};
  Functions next{main};
  while (!next.empty())
    next.pop_back_val().walk([&](mlir::Operation* op) {
      op->getAttrDictionary().walk([&](mlir::SymbolRefAttr symbol) {
        auto callee = symbols.lookup<mlir::func::FuncOp>(symbol.getRootReference());
        if (callee && reached.insert(callee).second)
          next.push_back(callee);
      });
    });
  for (auto function : llvm::make_early_inc_range(module.getOps<mlir::func::FuncOp>()))
    if (!reached.contains(function))
      function.erase();
}

StatusOr<Program> programOf(mlir::ModuleOp module, const hlo::FirstError& error,
                            const std::string& name, const std::string& function) {
  LZ_ASSIGN_OR_RETURN(mlir::func::FuncOp main, findFunction(module, name, function));
  if (main.isExternal())
    return invalidArgument(name, ": function ", main.getName().str(), " has no body");
  eraseUnreached(module, main);
  // checkOrder is first, because shapes must be known before they are used. Calls are inlined
  // before shapes are computed, because the calls of a function can have operands of different
  // shapes.
  if (failed(checkOrder(module)) || failed(refuseTransfers(module)))
    return error.status(name);
  const std::vector<int64_t> tokenParams = placesOfTokens(main.getArgumentTypes());
  const std::vector<int64_t> tokenResults = placesOfTokens(main.getResultTypes());
  bool isOther = flattenTypes(module);
  LZ_RETURN_IF_ERROR(hlo::replaceCalls(main)); // checks the types that the text states
  isOther |= replaceIdentities(main);
  mlir::FailureOr<bool> wasOpen = makeShapesStatic(main);
  if (failed(wasOpen))
    return error.status(name);
  isOther |= *wasOpen;
  mlir::FailureOr<bool> wasQuantized = replaceQuantized(main);
  if (failed(wasQuantized))
    return error.status(name);
  isOther |= *wasQuantized;
  joinForeignConfigs(module);
  if (failed(adoptOps(main)))
    return error.status(name);
  if (isOther && failed(mlir::verify(main))) // these types have not been verified yet
    return error.status(name);
  LZ_ASSIGN_OR_RETURN(Program program, hlo::exportProgram(main));
  program.tokenParams = tokenParams;
  program.tokenResults = tokenResults;
  return program;
}

} // namespace lz::formats
