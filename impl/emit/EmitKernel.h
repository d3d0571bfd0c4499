// RegionPlan -> one MLIR function.
//
//   func @name(%buffers: !llvm.ptr, %lo: i64, %hi: i64)
//
// `buffers` points to the input addresses followed by the output addresses. Grid units lo..hi-1 are
// run: with GridLanes a unit is one tile of `tileLanes` points of the last grid dim at one point of
// the other grid dims (or `tileRows` points of the plan's tileDim); otherwise a unit is one point
// of the grid. Units may run in any order and on any thread.
#pragma once

#include "emit/VectorTarget.h"
#include "fusion/RegionPlan.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace lz::emit {

struct GridInfo {
  int64_t units = 0;      // gridSize of the kernel
  int64_t tileLanes = 1;  // points of the last grid dim in one unit
  int64_t tileRows = 0;   // points of the plan's tileDim in one unit; 0: loads are not transposed
  bool keepsSums = false; // the sums of a unit's columns are in memory (Columns.cc)
  double nsPerUnit = 0;   // rough cost, for the grain of the thread pool
};

// Launch geometry of a plan; pure, the emitter uses the same function.
GridInfo gridOf(const RegionPlan& plan, const VectorTarget& target);

// Adds func @name to `module`. The plan is valid by construction; failure is a bug in Lazuli or an
// op without an emission.
Status emitKernel(mlir::ModuleOp module, const RegionPlan& plan, const VectorTarget& target,
                  const std::string& name);

} // namespace lz::emit
