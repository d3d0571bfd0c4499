// Between programs as plain data and the IR. Both directions are iterative over ops.
#pragma once

#include "hlo/ir/Dialect.h"
#include "hlo/ir/TypeBridge.h"
#include "spec/Program.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>

namespace lz::hlo {

// builtin, func, stablehlo, chlo, lz.
void registerDialects(mlir::DialectRegistry& registry);

// A context with those dialects loaded that carries attributes of dialects it does not know
// (mhlo.*, sdy.*, jax.*). Single-threaded.
std::unique_ptr<mlir::MLIRContext> makeContext();

// Replaces calls in `main` by what they call (InlineCalls.h).
Status replaceCalls(mlir::func::FuncOp main);

// The program of `main`. Calls in `main` are replaced, and ops
// lz.region and lz.contraction by their bodies. Parameters with the attribute jax.buffer_donor or
// tf.aliasing_output are donated. Values are numbered in the order of the text: parameters, then op
// by op, an op's regions before its results. Equal constants share their bytes. Errors, with
// location: what inlineCalls refuses; as unimplemented ops and types that Lazuli does not know; as
// resource-exhausted constants of one value that take more than 512 MiB together.
StatusOr<Program> exportProgram(mlir::func::FuncOp main);

// The body of one region; its block arguments are the parameters.
StatusOr<Program> exportRegion(ir::RegionOp region);

// Ops of one block, in its order, as a program without locations. What they use and none of them
// makes, and what `isInput` says of, is a parameter. The results are those of `outputs`, which are
// among the ops.
StatusOr<Program> exportOps(llvm::ArrayRef<mlir::Operation*> ops,
                            llvm::ArrayRef<mlir::Operation*> outputs,
                            llvm::function_ref<bool(mlir::OpOperand&)> isInput);

// A module with one public function "main"; calls are replaced by the bodies of their callees. The
// program must be valid; the caller verifies the module if in doubt.
mlir::OwningOpRef<mlir::ModuleOp> importProgram(mlir::MLIRContext& context, const Program& program);

// Where an op stands as "file:line", "" if unknown. Of nested locations the innermost place in a
// file counts.
std::string locationFromIr(mlir::Location location);
mlir::Location locationToIr(mlir::MLIRContext* context, llvm::StringRef text);

} // namespace lz::hlo
