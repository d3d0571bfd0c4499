// Reads the ops and attributes of Shardy (sdy.mesh, sdy.sharding_constraint), which say where parts
// of tensors are placed. They have no effect in a program with one partition.
#pragma once

#include "mlir/IR/Dialect.h"

namespace lz::hlo {

class ShardingDialect : public mlir::Dialect {
public:
  explicit ShardingDialect(mlir::MLIRContext* context);
  static constexpr llvm::StringLiteral getDialectNamespace() { return "sdy"; }

  std::optional<ParseOpHook> getParseOperationHook(llvm::StringRef name) const override;
  // Returns an attribute with the text.
  mlir::Attribute parseAttribute(mlir::DialectAsmParser& parser, mlir::Type type) const override;
};

} // namespace lz::hlo

MLIR_DECLARE_EXPLICIT_TYPE_ID(lz::hlo::ShardingDialect)
