// The placement of the regions of an lz.contraction. A region runs inside the contraction, or as a
// separate kernel. Inside, regions run on rows (RowWork) or on slices (contraction/plan/Slices.h)
// of the operands and of the result. PlaceRegions.h decides, and the op stores the decision:
//
//   lz.contraction by slices keeps (...) {     keeps: the result exists in scratch only
//     lz.region rows 96 inside (...)
#pragma once

#include "base/Status.h"
#include "contraction/plan/Slices.h"
#include "hlo/ir/Dialect.h"

#include "llvm/ADT/SmallVector.h"

#include <array>
#include <optional>

namespace lz::fusion {

// A result of an epilogue that exists only as rows in scratch (KeptResults.h).
struct KeptResult {
  ir::RegionOp region;
  unsigned result;
  // The operand whose rows the result overwrites. If it is nullopt, the result has its own rows in
  // the scratch of a sweep.
  std::optional<unsigned> over{};

  mlir::Value value() const { return ir::RegionOp(region)->getResult(result); }
};

struct RegionPlacement {
  bool bySlices = false;                        // false: by rows
  llvm::SmallVector<ir::RegionOp, 2> prologues; // inside; make operands that exist in scratch only
  llvm::SmallVector<ir::RegionOp> epilogues;    // inside, in the order in which they run
  bool keepsOutput = false;                     // the result exists in scratch only
  llvm::SmallVector<KeptResult, 2> kept{};      // of the epilogues inside

  size_t numInside() const { return prologues.size() + epilogues.size(); }
};

// Returns the placement that is stored for `contraction`, a dot_general or convolution. If
// `contraction` is not in an lz.contraction, no region is inside.
RegionPlacement placementOf(mlir::Operation* contraction);

// Stores the placement in the lz.contraction around `contraction` and in its regions.
void storePlacement(mlir::Operation* contraction, const RegionPlacement& placement);

// The plan of a contraction for one placement of its regions.
struct PlacedContraction {
  contraction::ContractionPlan plan;              // of the whole contraction
  std::optional<contraction::SlicePlan> slices{}; // set if the contraction runs by slices

  int64_t scratchBytes() const { return slices ? slices->scratchBytes : plan.scratchBytes(); }
  // Returns a size of scratch that is enough for `workers` threads.
  int64_t scratchBytesOf(int workers) const {
    return slices ? slices->scratchBytesOf(workers) : plan.scratchBytesOf(workers);
  }
};

// Returns the contraction with the kernels of the target. No tile is chosen yet. Returns the errors
// of contraction::specOf.
StatusOr<contraction::TiledContraction>
tiledContraction(mlir::Operation* contraction, const contraction::ContractionTarget& target);
// The same if the operands have these strides.
StatusOr<contraction::TiledContraction>
tiledContraction(mlir::Operation* contraction, const std::array<Dims, 2>& strides,
                 const contraction::ContractionTarget& target);

// Returns the plan of `contraction` with this placement, or nullopt if the contraction cannot run
// in this way. `spec` is the result of tiledContraction.
std::optional<PlacedContraction> planPlaced(mlir::Operation* contraction,
                                            const contraction::TiledContraction& spec,
                                            const RegionPlacement& placement, int threads);

} // namespace lz::fusion
