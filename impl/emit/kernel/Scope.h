// A scope is a place in the emitted code at which some loop dimensions have values. The scope binds
// these dimensions. Each node is emitted in the innermost scope that binds a dimension on which the
// node depends. The scope keeps the value, so the node is emitted only once.
#pragma once

#include "region/index/LaneOffsets.h"
#include "schedule/Ranges.h"
#include "schedule/Stage.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "mlir/IR/Builders.h"

namespace lz::emit {

// The place where a scope inserts code. If an inner loop is being emitted, this is before the inner
// loop. Otherwise it is the end of the block. A scope without a loop of its own, such as an
// unrolled iteration, uses the place of its parent.
struct InsertState {
  mlir::Block* block;
  mlir::Operation* before = nullptr;
};

// The value of a bound dimension. For the lane dim this is the value in lane 0.
struct BoundDim {
  mlir::Value value;    // i64; null if the dim has the constant value below
  int64_t constant = 0; // the value if `value` is null
};

// 1 / y as a product of `factor` and `power`, which is a power of two.
struct Reciprocal {
  mlir::Value factor, power;
};

struct Scope {
  Scope(InsertState& at, size_t numDims) : at(at), dims(numDims) {}
  // Makes a scope inside of `outer`. At first, only the dims that `outer` binds are bound in the
  // scope.
  Scope(Scope& outer, InsertState& at)
      : parent(&outer), at(at), bound(outer.bound), laneDim(outer.laneDim), lanes(outer.lanes),
        laneMask(outer.laneMask), laneCount(outer.laneCount), startsAnywhere(outer.startsAnywhere),
        stage(outer.stage), range(outer.range), dims(outer.dims) {}

  void bind(int32_t dim, BoundDim value) {
    own |= uint64_t(1) << dim;
    bound |= uint64_t(1) << dim;
    dims[size_t(dim)] = value;
  }
  // Binds `dim` to `count` points, of which `value` is the first. Unless `startsAnywhere` is set,
  // `value` is a multiple of `count`.
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
  uint64_t own = 0, bound = 0; // dims as bits: bound here; bound here or outside
  int32_t laneDim = -1;
  int lanes = 1;
  mlir::Value laneMask;  // null: all lanes are valid
  mlir::Value laneCount; // i64, number of valid lanes; null: lanes up to the end of laneDim
  bool startsAnywhere = false;
  const schedule::Stage* stage = nullptr;     // the scope is a point of the loops of this stage
  const schedule::GridRange* range = nullptr; // contains all points of the scope; null: unknown
  std::vector<BoundDim> dims;
  llvm::DenseMap<region::NodeId, mlir::Value> values;
  llvm::DenseMap<int32_t, std::vector<mlir::Value>> reductions;
  llvm::DenseMap<region::NodeId, Reciprocal> reciprocals;
  llvm::DenseSet<size_t> turned; // indices of the short rows that were read
};

} // namespace lz::emit
