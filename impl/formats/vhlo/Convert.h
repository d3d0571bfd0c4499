// Converts ops of vhlo to StableHLO. Names differ, and so do attributes: lists, symbols and structs
// are tensors, strings and single numbers in vhlo.
#pragma once

#include "formats/vhlo/Ops.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OperationSupport.h"

namespace lz::formats {

// Returns "stablehlo.add" or "func.func". `isInFunction` is true directly in the body of a
// function.
std::string nameFromVhlo(const VhloOp& op, bool isInFunction);

// Converts the attributes of vhlo. Others do not change, even those of a wrong type, which the
// verifier rejects.
void attributesFromVhlo(const VhloOp& op, mlir::NamedAttrList& attributes);

// --- its steps, one file each ---

// Turns dense<[0, 1]> : tensor<2xi64> into array<i64: 0, 1> for attributes with certain names.
void convertLists(mlir::NamedAttrList& attributes);
// Removes such a tensor from the attributes and returns its numbers. Returns nullopt if there is no
// such tensor, or if it has more than 65536 numbers.
std::optional<llvm::SmallVector<int64_t>> takeList(mlir::NamedAttrList& attributes,
                                                   llvm::StringRef name);
std::optional<int64_t> takeNumber(mlir::NamedAttrList& attributes, llvm::StringRef name);
// Makes #stablehlo.dot, .gather, .scatter and .conv.
void convertDimensions(llvm::StringRef op, mlir::NamedAttrList& attributes);
// Converts precision, algorithm, accuracy, and the kind of a comparison.
void convertHints(mlir::NamedAttrList& attributes, mlir::MLIRContext* context);
// Converts functions, calls, composites and foreign code.
void convertCalls(llvm::StringRef op, mlir::NamedAttrList& attributes);
// Converts collectives and transfers.
void convertChannels(mlir::NamedAttrList& attributes, mlir::MLIRContext* context);

} // namespace lz::formats
