// Converts programs from plain data to the IR and back.
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

// Returns a single-threaded context with these dialects loaded. Attributes of unknown dialects
// (mhlo.*, sdy.*, jax.*) are allowed.
std::unique_ptr<mlir::MLIRContext> makeContext();

// Replaces calls in `main` by the bodies of their callees (InlineCalls.h).
Status replaceCalls(mlir::func::FuncOp main);

// Returns the program of `main`. Calls are replaced by the bodies of their callees, and lz.region
// and lz.contraction by their own bodies. Parameters with the attribute jax.buffer_donor or
// tf.aliasing_output are donated. Values are numbered in the order of the text, beginning with the
// parameters. The results of an op come after the values in the op's regions. Equal constants share
// their bytes. Errors have a location. If Lazuli does not know an op or a type, the error is
// unimplemented. If constants that repeat one value take more than 512 MiB together, the error is
// resource-exhausted. Other errors are those of inlineCalls.
StatusOr<Program> exportProgram(mlir::func::FuncOp main);

// Returns the body of one region as a program. The block arguments become the parameters.
StatusOr<Program> exportRegion(ir::RegionOp region);

// Returns ops of one block, in their order, as a program without locations. The parameters of the
// program are the values that the ops use but do not make, and the operands for which `isInput`
// returns true. The results of the program are the results of the ops `outputs`, which must be
// among `ops`.
StatusOr<Program> exportOps(llvm::ArrayRef<mlir::Operation*> ops,
                            llvm::ArrayRef<mlir::Operation*> outputs,
                            llvm::function_ref<bool(mlir::OpOperand&)> isInput);

// Returns a module with one public function "main". Calls are replaced by the bodies of their
// callees. The program must be valid. The module is not verified. If the indices of locations are
// kept, each op also has the index of its location in Program::locations.
enum class LocationIndices : uint8_t { Drop, Keep };
mlir::OwningOpRef<mlir::ModuleOp> importProgram(mlir::MLIRContext& context, const Program& program,
                                                LocationIndices indices = LocationIndices::Drop);

// Returns a location as "file:line", or "" if it is unknown. If locations are nested, returns the
// innermost location in a file.
std::string locationFromIr(mlir::Location location);
// Returns the index that importProgram has kept for the location, or -1.
int32_t locationIdFromIr(mlir::Location location);
mlir::Location locationToIr(mlir::MLIRContext* context, llvm::StringRef text);

} // namespace lz::hlo
