// Keeps the first error that MLIR reports, as a status. Later errors usually follow from the first
// one.
#pragma once

#include "base/Status.h"

#include "mlir/IR/Diagnostics.h"

namespace lz::hlo {

// Handles the diagnostics of a context while an object of this class lives.
class FirstError {
public:
  explicit FirstError(mlir::MLIRContext* context);

  // Returns the first error, with the op and location if the diagnostic has them. If Lazuli does
  // not support something, the code is unimplemented. Otherwise it is invalid-argument. If there
  // was no diagnostic, the message is `otherwise`.
  Status status(absl::string_view otherwise) const;

private:
  mlir::LogicalResult keep(mlir::Diagnostic& diagnostic);

  std::string message_, place_, op_;
  mlir::ScopedDiagnosticHandler handler_;
};

} // namespace lz::hlo
