// Replaces rng by random bits.
#pragma once

#include "base/Shape.h"
#include "hlo/ir/Dialect.h"

namespace lz::formats {

// Makes numbers of the distribution of `op` with rng_bit_generator (DEFAULT). Its state follows
// from `stream`, the number of the op in its program. So a program has the same numbers in each
// run, and different ones for each rng in it (docs/numerics.md, "Random numbers"). Returns null if
// the result of the op cannot have these dims.
mlir::Value randomNumbers(mlir::OpBuilder& builder, hlo::RngOp op, const Dims& dims,
                          uint64_t stream);

} // namespace lz::formats
