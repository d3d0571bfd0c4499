// Describes the origin of a value of the steps, for reports.
#pragma once

#include "base/Steps.h"

#include "mlir/IR/Value.h"

#include <string>

namespace lz::compiler {

// Returns a text with the op that makes the value, and the places of the op and of other ops in the
// same kernel: "maximum at net.c:12 with net.c:10, net.c:11 and 2 more". Unknown places are left
// out. Returns "" for block arguments.
std::string provenance(mlir::Value value);
// Returns the name of the op for errors: "stablehlo.maximum". For a kernel or contraction this is
// the op inside of it that makes its first result.
std::string fullNameOf(mlir::Operation* op);
// Sets step.origin to `prefix` followed by provenance(value). Sets step.op and step.place to the op
// that makes the value and to its location.
void describe(StepValue& step, mlir::Value value, const char* prefix = "");

} // namespace lz::compiler
