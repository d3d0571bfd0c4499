// Replaces rng by rng_bit_generator and arithmetic.
#pragma once

#include "base/Shape.h"
#include "hlo/ir/Dialect.h"

namespace lz::formats {

// Makes random numbers with the distribution of `op`, from rng_bit_generator (DEFAULT). The state
// of the generator follows from `stream`, the number of the op in its program. So a program has the
// same numbers in each run, and different numbers for each rng op (docs/numerics.md, "Random
// numbers"). If the result of the op cannot have these dims, returns null.
mlir::Value randomNumbers(mlir::OpBuilder& builder, hlo::RngOp op, const Dims& dims,
                          uint64_t stream);

} // namespace lz::formats
