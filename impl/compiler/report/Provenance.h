// What a value of the steps holds, for reports.
#pragma once

#include "base/Steps.h"

#include "mlir/IR/Value.h"

#include <string>

namespace lz {

// The op that makes the value and where its author wrote it, and the other places that run in the
// same kernel: "maximum at net.c:12 with net.c:10, net.c:11 and 2 more". "" for block arguments;
// without places what is known.
std::string provenance(mlir::Value value);
// Says so of a value of the steps, for reports (behind `prefix`) and for errors.
void describe(StepValue& step, mlir::Value value, const char* prefix = "");

} // namespace lz
