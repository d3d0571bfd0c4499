// rng by random bits.
#pragma once

#include "base/Shape.h"
#include "hlo/ir/Dialect.h"

namespace lz::hlo {

// Numbers of the distribution of `op`, from rng_bit_generator (DEFAULT) with a state that follows
// from `stream`, the number of the op in its program: a program has the same numbers each time that
// it runs, and different ones for each rng in it (docs/numerics.md, "Random numbers"). Null if the
// result of the op cannot have these dims.
mlir::Value randomNumbers(mlir::OpBuilder& builder, RngOp op, const Dims& dims, uint64_t stream);

} // namespace lz::hlo
