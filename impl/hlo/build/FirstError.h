// The first error that MLIR reports, as a status; later ones are usually its consequences.
#pragma once

#include "base/Status.h"

#include "mlir/IR/Diagnostics.h"

namespace lz::hlo {

// Takes the diagnostics of the context while it lives.
class FirstError {
public:
  explicit FirstError(mlir::MLIRContext* context);

  // The status with op and place, if the message has them: unimplemented if Lazuli lacks something,
  // else invalid-argument. `otherwise` is the message if there was no error.
  Status status(absl::string_view otherwise) const;

private:
  mlir::LogicalResult keep(mlir::Diagnostic& diagnostic);

  std::string message_, place_, op_;
  mlir::ScopedDiagnosticHandler handler_;
};

} // namespace lz::hlo
