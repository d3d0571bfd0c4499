// The passes of the HLO level, in the order of the story that Pipelines.cc tells. Each is also
// `--lz-<name>` in lz-opt; what it does, needs and leaves stands at the top of its file.
#pragma once

#include "base/machine/CpuClass.h"

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
// strict: only rules that keep every bit.
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
// strict: not those that add or multiply floats.
std::unique_ptr<mlir::Pass> createSplitWindowsPass(bool strict);
// strict: parts of the type of the sum, as rounded after every addition.
std::unique_ptr<mlir::Pass> createSplitReductionsPass(bool strict);
// cpu: whose costs decide.
std::unique_ptr<mlir::Pass> createPackMatricesPass(CpuClass cpu);

// For lz-opt: each pass, and --lz-hlo, all of them in the order of the compiler.
void registerPasses();

} // namespace lz::hlo
