// Declares the passes of the HLO level, in the order of Pipelines.cc. In lz-opt each pass is an
// option `--lz-<name>`. The comment at the top of a pass's file says what the pass does, requires
// and guarantees.
#pragma once

#include "base/machine/MachineClass.h"

#include "llvm/ADT/DenseSet.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lz::hlo {

struct SplitReport; // Pipelines.h

std::unique_ptr<mlir::Pass> createInlineCallsPass();
std::unique_ptr<mlir::Pass> createDecomposeCustomCallsPass();
std::unique_ptr<mlir::Pass> createPromoteOperandsPass();
std::unique_ptr<mlir::Pass> createExpandComplexPass();
std::unique_ptr<mlir::Pass> createDropEmptyPass();
std::unique_ptr<mlir::Pass> createCanonicalizePass();
std::unique_ptr<mlir::Pass> createUnrollLoopsPass();
// If `strict`, applies only rules that do not change any bit of the results. `identities` says
// whether to apply the identities of linear algebra, too. They change bits, so they are never
// applied if `strict`.
std::unique_ptr<mlir::Pass> createSimplifyAlgebraPass(bool strict, bool identities);
std::unique_ptr<mlir::Pass> createFoldConstantsPass();
std::unique_ptr<mlir::Pass> createCsePass();
std::unique_ptr<mlir::Pass> createDcePass();
std::unique_ptr<mlir::Pass> createDecomposeSelectAndScatterPass();
// If `strict`, does nothing. `cpu` is the CPU class for which costs are predicted.
std::unique_ptr<mlir::Pass> createOrderProductsPass(bool strict, MachineClass cpu);
// If `strict`, does nothing.
std::unique_ptr<mlir::Pass> createJoinProductsPass(bool strict);
std::unique_ptr<mlir::Pass> createLegalizeContractionsPass();
struct TableOptions {
  // If positive, each table is divided into tiles of this extent, whatever the costs are.
  int64_t tile = 0;
  // If positive, the rows of each masked table are divided into this many blocks, whatever they
  // cost.
  int64_t blocks = 0;
  bool loops = false;   // whether these blocks run in a loop
  bool rescales = true; // if false, loops take another round instead of rescaling sums
  std::vector<std::string>* explanations = nullptr; // if set, gets a line for each decision
};
// If `strict`, does nothing. `cpu` is the CPU class for which costs are predicted.
std::unique_ptr<mlir::Pass> createSkipMaskedPass(bool strict, MachineClass cpu,
                                                 const TableOptions& options);
// If `strict`, does nothing. `cpu` is the CPU class for which costs are predicted.
std::unique_ptr<mlir::Pass> createTileTablesPass(bool strict, MachineClass cpu,
                                                 const TableOptions& options);
// If `strict`, does nothing.
std::unique_ptr<mlir::Pass> createSplitDilationsPass(bool strict);
std::unique_ptr<mlir::Pass> createSeparateReductionsPass();
std::unique_ptr<mlir::Pass> createSplitConcatenationsPass();
// If `strict`, windows that add or multiply floats stay unchanged.
std::unique_ptr<mlir::Pass> createSplitWindowsPass(bool strict);
// If `strict`, partial results have the type of the sum and are rounded after every addition.
std::unique_ptr<mlir::Pass> createSplitReductionsPass(bool strict);
// Returns the ops of a module whose results a run would store.
using StoredOps = std::function<llvm::DenseSet<mlir::Operation*>(mlir::ModuleOp module)>;
struct SplitOptions {
  int64_t tensorBytes = 0; // tensors of more bytes are split; 0: only directives are followed
  int64_t sliceBytes = 0;  // the most bytes of a slice; 0: tensorBytes
  bool strict = false;     // if true, no sum of floats is cut
  // If true, no sum of floats may be added up in another order, not even inside of a kernel.
  bool keepsOrder = false;
  bool rescales = true; // if false, cut sums take another round instead of being rescaled
  StoredOps stored{};   // if empty, all values but broadcasts and constants count as stored
  SplitReport* report = nullptr; // if set, gets the decisions
};
std::unique_ptr<mlir::Pass> createSplitForMemoryPass(const SplitOptions& options);
// `cpu` is the CPU class for which costs are predicted.
std::unique_ptr<mlir::Pass> createPackMatricesPass(MachineClass cpu);

// Registers each pass for lz-opt. Also registers --lz-hlo, which runs all passes in the compiler's
// order.
void registerPasses();

} // namespace lz::hlo
