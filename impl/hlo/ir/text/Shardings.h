// The placement of parts of tensors in the words of Shardy, as JAX prints it: sdy.mesh,
// sdy.sharding_constraint and attributes. They mean nothing in a program with one partition.
#pragma once

#include "mlir/IR/Dialect.h"

namespace lz::hlo {

class ShardingDialect : public mlir::Dialect {
public:
  explicit ShardingDialect(mlir::MLIRContext* context);
  static constexpr llvm::StringLiteral getDialectNamespace() { return "sdy"; }

  std::optional<ParseOpHook> getParseOperationHook(llvm::StringRef name) const override;
  // Keeps the attribute as text.
  mlir::Attribute parseAttribute(mlir::DialectAsmParser& parser, mlir::Type type) const override;
};

} // namespace lz::hlo

MLIR_DECLARE_EXPLICIT_TYPE_ID(lz::hlo::ShardingDialect)
