// Converts ops of vhlo to StableHLO. vhlo has other names, and it stores lists as tensors, symbols
// as strings, and the fields of structs as separate attributes.
#pragma once

#include "formats/vhlo/Ops.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OperationSupport.h"

namespace lz::formats {

// Returns the StableHLO name of an op, such as "stablehlo.add" or "func.func". `isInFunction` says
// whether the op is directly in the body of a function.
std::string nameFromVhlo(const VhloOp& op, bool isInFunction);

// Converts the attributes of an op of vhlo. If an attribute has an unexpected type, it stays as it
// is, and the verifier rejects it.
void attributesFromVhlo(const VhloOp& op, mlir::NamedAttrList& attributes);

// --- the steps of attributesFromVhlo, one file each ---

// Turns tensors into lists, for the attributes that are lists in StableHLO: dense<[0, 1]> :
// tensor<2xi64> becomes array<i64: 0, 1>.
void convertLists(mlir::NamedAttrList& attributes);
// Removes the tensor with this name from the attributes, and returns its numbers. If there is no
// such tensor, or if it has more than 65536 numbers, returns nullopt.
std::optional<llvm::SmallVector<int64_t>> takeList(mlir::NamedAttrList& attributes,
                                                   llvm::StringRef name);
std::optional<int64_t> takeNumber(mlir::NamedAttrList& attributes, llvm::StringRef name);
// Makes the structs #stablehlo.dot, .gather, .scatter and .conv from separate attributes.
void convertDimensions(llvm::StringRef op, mlir::NamedAttrList& attributes);
// Converts precision, algorithm, accuracy, and the kind of a comparison.
void convertHints(mlir::NamedAttrList& attributes, mlir::MLIRContext* context);
// Converts attributes of functions, calls, composites and custom calls.
void convertCalls(llvm::StringRef op, mlir::NamedAttrList& attributes);
// Converts attributes of collective ops, and of ops that transfer data.
void convertChannels(mlir::NamedAttrList& attributes, mlir::MLIRContext* context);

} // namespace lz::formats
