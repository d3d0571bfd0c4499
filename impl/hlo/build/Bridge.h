// Converts programs as plain data to the IR and back. Neither direction recurses over ops.
#pragma once

#include "hlo/ir/Dialect.h"
#include "hlo/ir/TypeBridge.h"
#include "spec/Program.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>

namespace lz::hlo {

// Registers the dialects builtin, func, stablehlo, chlo and lz.
void registerDialects(mlir::DialectRegistry& registry);

// Returns a single-threaded context with these dialects loaded. It keeps attributes of unknown
// dialects (mhlo.*, sdy.*, jax.*).
std::unique_ptr<mlir::MLIRContext> makeContext();

// Replaces calls in `main` by the bodies of their callees (InlineCalls.h).
Status replaceCalls(mlir::func::FuncOp main);

// Returns the program of `main`. Calls are replaced by the bodies of their callees, and lz.region
// and lz.contraction by their own bodies. Parameters with the attribute jax.buffer_donor or
// tf.aliasing_output are donated. Values are numbered in the order of the text: first the
// parameters, then the results of each op, after the values in the regions of the op. Equal
// constants share their bytes. Errors have a location. They are those of inlineCalls, unimplemented
// for ops and types that Lazuli does not know, and resource-exhausted if constants that repeat one
// value take more than 512 MiB together.
StatusOr<Program> exportProgram(mlir::func::FuncOp main);

// Returns the body of one region as a program. The block arguments become the parameters.
StatusOr<Program> exportRegion(ir::RegionOp region);

// Returns ops of one block, in their order, as a program without locations. Its parameters are the
// values that the ops use but do not make, and the operands for which `isInput` returns true. Its
// results are the results of the ops `outputs`, which must be among `ops`.
StatusOr<Program> exportOps(llvm::ArrayRef<mlir::Operation*> ops,
                            llvm::ArrayRef<mlir::Operation*> outputs,
                            llvm::function_ref<bool(mlir::OpOperand&)> isInput);

// Returns a module with one public function "main". Calls are replaced by the bodies of their
// callees. The program must be valid. The module is not verified.
mlir::OwningOpRef<mlir::ModuleOp> importProgram(mlir::MLIRContext& context, const Program& program);

// Returns the location of an op as "file:line", or "" if it is unknown. For nested locations,
// returns the innermost one that is in a file.
std::string locationFromIr(mlir::Location location);
mlir::Location locationToIr(mlir::MLIRContext* context, llvm::StringRef text);

} // namespace lz::hlo
