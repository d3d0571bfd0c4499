// Describes for reports what a value of the steps holds.
#pragma once

#include "base/Steps.h"

#include "mlir/IR/Value.h"

#include <string>

namespace lz::compiler {

// The op that makes the value, its place in the source, and the other places that run in the same
// kernel: "maximum at net.c:12 with net.c:10, net.c:11 and 2 more". It is "" for block arguments,
// and leaves out places that are unknown.
std::string provenance(mlir::Value value);
// Stores this text in a value of the steps, for reports (behind `prefix`) and for errors.
void describe(StepValue& step, mlir::Value value, const char* prefix = "");

} // namespace lz::compiler
