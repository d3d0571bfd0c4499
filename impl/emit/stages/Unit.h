// Emits the position of a unit in the grid, and the loop over its vectors of the last grid dim.
#pragma once

#include "emit/kernel/Loops.h"

namespace lz::emit {

// A part of the points of the last grid dim.
struct Part {
  mlir::Value first, end;
};

class Unit {
public:
  // Returns the points of this unit, the last of which may be beyond the end of the dim. The code
  // is emitted in the scope of the first call.
  Part part(KernelContext& k, Scope& scope);

  mlir::Value share; // which share of a scatter's places; null: all of them
  mlir::Value tile;  // number of the part in the last grid dim; null: all of it
  mlir::Value block; // the same in the other dim of tiles

private:
  std::optional<Part> part_;
};

using VectorBody = llvm::function_ref<Status(Scope& vector)>;

// Emits a loop over the vectors of the unit along `dim`. The last vector of a row has a mask.
Status emitVectorsOfUnit(KernelContext& k, Unit& unit, const schedule::Stage& stage, int32_t dim,
                         Scope& scope, VectorBody body);
// Emits the rest of `dim` that is less than a whole vector, in the unit that ends at `end`.
Status emitLastVector(KernelContext& k, const schedule::Stage& stage, int32_t dim, Scope& scope,
                      mlir::Value end, VectorBody body);

} // namespace lz::emit
