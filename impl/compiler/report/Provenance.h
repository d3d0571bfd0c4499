// Describes in reports where a value of the steps comes from.
#pragma once

#include "base/Steps.h"

#include "mlir/IR/Value.h"

#include <string>

namespace lz::compiler {

// Returns a text that names the op that makes the value, the location of this op, and locations of
// other ops of the same kernel. For example, the text is "maximum at net.c:12 with net.c:10,
// net.c:11, net.c:14 and 2 more". Unknown locations are left out. Returns "" for block arguments.
// `locations` is the list of the program.
std::string provenance(mlir::Value value, LocationTexts locations);
// Returns the name of the op that errors show, for example "stablehlo.maximum". If the op is a
// region, an lz.contraction or an lz.sweep, returns the name of the op in its body that makes the
// first result.
std::string fullNameOf(mlir::Operation* op);
// Sets step.op to the name of the op that makes the value, step.origin to `prefix` followed by this
// name, and step.locations to the locations in provenance(value).
void describe(StepValue& step, mlir::Value value, const char* prefix = "");

} // namespace lz::compiler
