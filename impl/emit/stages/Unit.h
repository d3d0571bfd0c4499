// Computes the place of a unit in the grid, and emits the loop over its vectors along the last grid
// dim.
#pragma once

#include "emit/kernel/Loops.h"

namespace lz::emit {

// A part of the points of the last grid dim.
struct Part {
  mlir::Value first, end;
};

class Unit {
public:
  // Returns the points of this unit. The last points can be beyond the end of the dim. The first
  // call emits code in its scope that computes the result.
  Part part(KernelContext& k, Scope& scope);

  mlir::Value share; // number of the share of a scatter's places; null: all places
  mlir::Value tile;  // index of the unit's part of the last grid dim; null: the whole dim
  mlir::Value block; // index of the unit's part of the other dim of tiles; null: the whole dim

private:
  std::optional<Part> part_;
};

using VectorBody = llvm::function_ref<Status(Scope& vector)>;

// Emits a loop over the vectors of the unit along `dim`. The last vector of a row has a mask.
Status emitVectorsOfUnit(KernelContext& k, Unit& unit, const schedule::Stage& stage, int32_t dim,
                         Scope& scope, VectorBody body);
// Emits code for the last points of `dim`, which do not fill a vector. The code runs only if the
// unit that ends at `end` is the last one.
Status emitLastVector(KernelContext& k, const schedule::Stage& stage, int32_t dim, Scope& scope,
                      mlir::Value end, VectorBody body);

} // namespace lz::emit
