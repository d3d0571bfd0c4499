// Internal to hlo: makes loops that count.
//
//   %r:2 = while(%i = begin, %s = %start) cond { %i < end } do { return %i + step, body(%i, %s) }
#pragma once

#include "hlo/rewrite/OpMaker.h"

namespace lz::hlo {

// The counter of a loop. It is a scalar of type s32. It starts at `begin` and grows by `step` as
// long as it is less than the end. The end is `end`, or the number `endNumber` if `end` is null.
struct LoopCount {
  mlir::Value begin, end;
  int64_t endNumber = 0, step = 1;

  static TensorType type() { return {DType::S32, {}}; }
};

// Makes the ops of one trip. Takes the states before the trip, and returns those after it.
using TripMaker = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::OpBuilder& builder, mlir::Value counter, mlir::ValueRange states)>;

// Makes a loop at the insertion point of `builder`, and returns its states after the last trip.
llvm::SmallVector<mlir::Value> makeLoop(const LoopCount& count, mlir::ValueRange starts,
                                        TripMaker makeTrip, mlir::OpBuilder& builder,
                                        mlir::Location loc);

} // namespace lz::hlo
