// The passes of the HLO level, in the order of Pipelines.cc. Each is also `--lz-<name>` in lz-opt.
// The top of its file says what it does, needs and leaves.
#pragma once

#include "base/machine/MachineClass.h"

#include "mlir/Pass/Pass.h"

#include <memory>

namespace lz::hlo {

std::unique_ptr<mlir::Pass> createInlineCallsPass();
std::unique_ptr<mlir::Pass> createDecomposeCustomCallsPass();
std::unique_ptr<mlir::Pass> createPromoteOperandsPass();
std::unique_ptr<mlir::Pass> createExpandComplexPass();
std::unique_ptr<mlir::Pass> createDropEmptyPass();
std::unique_ptr<mlir::Pass> createCanonicalizePass();
std::unique_ptr<mlir::Pass> createUnrollLoopsPass();
// strict: applies only rules that keep every bit.
std::unique_ptr<mlir::Pass> createSimplifyAlgebraPass(bool strict);
std::unique_ptr<mlir::Pass> createFoldConstantsPass();
std::unique_ptr<mlir::Pass> createCsePass();
std::unique_ptr<mlir::Pass> createDcePass();
std::unique_ptr<mlir::Pass> createDecomposeSelectAndScatterPass();
// strict: does nothing.
std::unique_ptr<mlir::Pass> createJoinProductsPass(bool strict);
std::unique_ptr<mlir::Pass> createLegalizeContractionsPass();
// strict: does nothing.
std::unique_ptr<mlir::Pass> createSplitDilationsPass(bool strict);
std::unique_ptr<mlir::Pass> createSeparateReductionsPass();
std::unique_ptr<mlir::Pass> createSplitConcatenationsPass();
// strict: leaves windows that add or multiply floats.
std::unique_ptr<mlir::Pass> createSplitWindowsPass(bool strict);
// strict: parts have the type of the sum, rounded after every addition.
std::unique_ptr<mlir::Pass> createSplitReductionsPass(bool strict);
// cpu: its costs decide.
std::unique_ptr<mlir::Pass> createPackMatricesPass(MachineClass cpu);

// For lz-opt: registers each pass, and --lz-hlo, which is all passes in the compiler's order.
void registerPasses();

} // namespace lz::hlo
