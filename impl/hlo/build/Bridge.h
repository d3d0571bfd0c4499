// Converts programs as plain data to the IR and back. Both directions loop over ops.
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

// Replaces calls in `main` by the bodies of their callees (InlineCalls.h).
Status replaceCalls(mlir::func::FuncOp main);

// The program of `main`. Calls in `main` are replaced, and so are lz.region and lz.contraction by
// their bodies. Parameters with the attribute jax.buffer_donor or tf.aliasing_output are donated.
// Values are numbered in the order of the text: parameters, then op by op, with an op's regions
// before its results. Equal constants share their bytes. Errors, with location: those of
// inlineCalls; unimplemented: ops and types that Lazuli does not know; resource-exhausted:
// constants that repeat one value and take more than 512 MiB together.
StatusOr<Program> exportProgram(mlir::func::FuncOp main);

// The body of one region; its block arguments are the parameters.
StatusOr<Program> exportRegion(ir::RegionOp region);

// Ops of one block, in its order, as a program without locations. Its parameters are the values
// that the ops use but do not make, and the operands for which `isInput` returns true. Its results
// are those of `outputs`, which are among the ops.
StatusOr<Program> exportOps(llvm::ArrayRef<mlir::Operation*> ops,
                            llvm::ArrayRef<mlir::Operation*> outputs,
                            llvm::function_ref<bool(mlir::OpOperand&)> isInput);

// A module with one public function "main"; calls are replaced by the bodies of their callees. The
// program must be valid; the caller verifies the module if in doubt.
mlir::OwningOpRef<mlir::ModuleOp> importProgram(mlir::MLIRContext& context, const Program& program);

// The place of an op as "file:line"; "" if it is unknown. For nested locations it is the innermost
// place in a file.
std::string locationFromIr(mlir::Location location);
mlir::Location locationToIr(mlir::MLIRContext* context, llvm::StringRef text);

} // namespace lz::hlo
