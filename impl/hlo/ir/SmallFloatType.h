// Represents small floats for which MLIR 19 has no type, for example !stablehlo.f8E3M4. StableHLO
// text has the name without "!stablehlo.". This prefix is added before a text is parsed, and
// removed after a text is printed (formats/stablehlo/OwnTypes.h).
#pragma once

#include "base/DType.h"

#include "mlir/IR/TypeSupport.h"
#include "mlir/IR/Types.h"

namespace lz::hlo {

inline constexpr DType kOwnFloats[] = {DType::F8E3M4, DType::F8E8M0FNU, DType::F4E2M1FN,
                                       DType::F6E2M3FN, DType::F6E3M2FN};

namespace detail {
struct SmallFloatStorage : mlir::TypeStorage {
  using KeyTy = int32_t; // the DType as a number

  explicit SmallFloatStorage(KeyTy key) : dtype(DType(key)) {}
  bool operator==(const KeyTy& key) const { return int32_t(dtype) == key; }
  static SmallFloatStorage* construct(mlir::TypeStorageAllocator& allocator, const KeyTy& key) {
    return new (allocator.allocate<SmallFloatStorage>()) SmallFloatStorage(key);
  }

  DType dtype;
};
} // namespace detail

class SmallFloatType
    : public mlir::Type::TypeBase<SmallFloatType, mlir::Type, detail::SmallFloatStorage> {
public:
  using Base::Base;
  static constexpr llvm::StringLiteral name = "stablehlo.small_float";

  static SmallFloatType get(mlir::MLIRContext* context, DType dtype);
  // Parses a name such as "f8E3M4". Returns a null type for any other name.
  static mlir::Type parse(mlir::MLIRContext* context, llvm::StringRef name);
  DType dtype() const;
};

} // namespace lz::hlo

MLIR_DECLARE_EXPLICIT_TYPE_ID(lz::hlo::SmallFloatType)
