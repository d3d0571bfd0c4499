// Represents the element types of quantized tensors, as StableHLO text writes them:
//   !quant.uniform<i8<-128:127>:f32:1, {0.1:3, 0.2}>
// An integer q of such a type means the float (q - zero_point) * scale. Only text has these types,
// because formats/adopt/types/Quantized.h removes them.
#pragma once

#include "base/DType.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"

#include <optional>

namespace lz::hlo {

// The parts of a type's text, with the names of the specification.
struct Quantization {
  DType storage = DType::Invalid;   // an integer of 2 to 32 bits
  DType expressed = DType::Invalid; // f16, bf16, f32 or f64
  int64_t storageMin = 0, storageMax = 0;
  std::optional<int64_t> dimension; // nullopt if the tensor has one scale
  llvm::SmallVector<double> scales; // as in the text, not rounded to the expressed type
  llvm::SmallVector<int64_t> zeroPoints;

  bool operator==(const Quantization&) const = default;
  bool hasZeroPoints() const; // at least one is not 0
};

namespace detail {
struct QuantizedStorage;
} // namespace detail

class QuantizedType
    : public mlir::Type::TypeBase<QuantizedType, mlir::Type, detail::QuantizedStorage> {
public:
  using Base::Base;
  static constexpr llvm::StringLiteral name = "quant.uniform";

  static QuantizedType get(mlir::MLIRContext* context, const Quantization& quantization);
  const Quantization& operator*() const;
  const Quantization* operator->() const { return &**this; }

  mlir::Type storageType() const;
  mlir::Type expressedType() const;
};

// Returns the element type of a tensor if it is quantized, otherwise null.
QuantizedType quantizedElement(mlir::Type type);

class QuantDialect : public mlir::Dialect {
public:
  explicit QuantDialect(mlir::MLIRContext* context);
  static constexpr llvm::StringLiteral getDialectNamespace() { return "quant"; }

  mlir::Type parseType(mlir::DialectAsmParser& parser) const override;
  void printType(mlir::Type type, mlir::DialectAsmPrinter& printer) const override;
};

} // namespace lz::hlo

MLIR_DECLARE_EXPLICIT_TYPE_ID(lz::hlo::QuantizedType)
MLIR_DECLARE_EXPLICIT_TYPE_ID(lz::hlo::QuantDialect)
