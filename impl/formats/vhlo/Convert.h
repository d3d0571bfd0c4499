// Ops of vhlo as ops of StableHLO: another name, and attributes that are lists, symbols and structs
// where vhlo has tensors, strings and single numbers.
#pragma once

#include "formats/vhlo/Ops.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OperationSupport.h"

namespace lz::formats {

// "stablehlo.add", "func.func"; `isInFunction`: the op stands right in the body of a function.
std::string nameFromVhlo(const VhloOp& op, bool isInFunction);

// Attributes that are not of vhlo stay. So do those with a wrong type, which the verifier refuses.
void attributesFromVhlo(const VhloOp& op, mlir::NamedAttrList& attributes);

// --- the steps of it, one file a subject ---

// dense<[0, 1]> : tensor<2xi64> as array<i64: 0, 1>, by the attributes' names.
void convertLists(mlir::NamedAttrList& attributes);
// The numbers of such a tensor, which is removed from the attributes; nullopt if there is no such
// tensor, or if it is long (65536 numbers).
std::optional<llvm::SmallVector<int64_t>> takeList(mlir::NamedAttrList& attributes,
                                                   llvm::StringRef name);
std::optional<int64_t> takeNumber(mlir::NamedAttrList& attributes, llvm::StringRef name);
// #stablehlo.dot, .gather, .scatter, .conv
void convertDimensions(llvm::StringRef op, mlir::NamedAttrList& attributes);
// Precision, algorithm, accuracy, and the kind of a comparison.
void convertHints(mlir::NamedAttrList& attributes, mlir::MLIRContext* context);
// Functions, calls, composites, foreign code.
void convertCalls(llvm::StringRef op, mlir::NamedAttrList& attributes);
// Collectives and transfers.
void convertChannels(mlir::NamedAttrList& attributes, mlir::MLIRContext* context);

} // namespace lz::formats
