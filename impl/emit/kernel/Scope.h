// The place for code while a plan is emitted. A scope binds loop dimensions. A node is emitted
// once, in the innermost scope that binds one of the dimensions it depends on, and the scope keeps
// its value.
#pragma once

#include "region/index/LaneOffsets.h"
#include "schedule/Ranges.h"
#include "schedule/Stage.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "mlir/IR/Builders.h"

namespace lz::emit {

// Code is inserted before the loop that is being filled, or at the end of the block. Scopes without
// a loop of their own (unrolled iterations, remainders) use the insertion point of their parent.
struct InsertState {
  mlir::Block* block;
  mlir::Operation* before = nullptr;
};

// The value of a bound dimension; for the lane dim, its value in lane 0.
struct BoundDim {
  mlir::Value value;    // i64; null when the number is known
  int64_t constant = 0; // else
};

// 1 / y: `factor` times `power`, which is a power of two.
struct Reciprocal {
  mlir::Value factor, power;
};

struct Scope {
  Scope(InsertState& at, size_t numDims) : at(at), dims(numDims) {}
  // A scope inside `outer` that binds nothing of its own yet.
  Scope(Scope& outer, InsertState& at)
      : parent(&outer), at(at), bound(outer.bound), laneDim(outer.laneDim), lanes(outer.lanes),
        laneMask(outer.laneMask), laneCount(outer.laneCount), startsAnywhere(outer.startsAnywhere),
        stage(outer.stage), range(outer.range), dims(outer.dims) {}

  void bind(int32_t dim, BoundDim value) {
    own |= uint64_t(1) << dim;
    bound |= uint64_t(1) << dim;
    dims[size_t(dim)] = value;
  }
  // Binds `dim` to `lanes` points from `value` on. `value` is a multiple of `lanes`, unless the
  // scope may start anywhere.
  void bindLanes(int32_t dim, BoundDim value, int count, mlir::Value mask) {
    bind(dim, value);
    if (count == 1) // a target without vectors
      return;
    laneDim = dim;
    lanes = count;
    laneMask = mask;
  }
  bool isVector(uint64_t deps) const { return laneDim >= 0 && (deps >> laneDim & 1); }
  region::LaneDim overLanes() const { return {laneDim, lanes, startsAnywhere}; }

  Scope* parent = nullptr;
  InsertState& at;
  uint64_t own = 0, bound = 0; // bit d: dimension d
  int32_t laneDim = -1;
  int lanes = 1;
  mlir::Value laneMask;  // null: every lane is inside
  mlir::Value laneCount; // i64: lanes in the mask; null: those before the end of laneDim
  bool startsAnywhere = false;
  const schedule::Stage* stage = nullptr;     // the scope is at a point of it
  const schedule::GridRange* range = nullptr; // all points of the scope are in it; null: anywhere
  std::vector<BoundDim> dims;
  llvm::DenseMap<region::NodeId, mlir::Value> values;
  llvm::DenseMap<int32_t, std::vector<mlir::Value>> reductions;
  llvm::DenseMap<region::NodeId, Reciprocal> reciprocals;
  llvm::DenseSet<size_t> turned; // short rows that have been read
};

} // namespace lz::emit
