// The place of the unit of the grid that is emitted, and its vectors of the last grid dim.
#pragma once

#include "emit/kernel/Loops.h"

namespace lz::emit {

// Points of the last grid dim.
struct Part {
  mlir::Value first, end;
};

class Unit {
public:
  // The points of this unit, the last of which may be beyond the end. They are computed in the
  // first `scope` that asks.
  Part part(KernelContext& k, Scope& scope);

  mlir::Value share; // of the places of a scatter; null: all of them
  mlir::Value tile;  // number of the part in the last grid dim; null: all of it
  mlir::Value block; // the same in the other dim of tiles

private:
  std::optional<Part> part_;
};

using VectorBody = llvm::function_ref<Status(Scope& vector)>;

// The vectors of the unit along `dim`, the last one of a row under a mask.
Status emitVectorsOfUnit(KernelContext& k, Unit& unit, const schedule::Stage& stage, int32_t dim,
                         Scope& scope, VectorBody body);
// The rest of `dim` that is not a whole vector, in the unit that ends at `end`.
Status emitLastVector(KernelContext& k, const schedule::Stage& stage, int32_t dim, Scope& scope,
                      mlir::Value end, VectorBody body);

} // namespace lz::emit
