// Replaces rng by rng_bit_generator and arithmetic.
#pragma once

#include "base/Shape.h"
#include "hlo/ir/Dialect.h"

namespace lz::formats {

// Makes random numbers with the distribution of `op`, from rng_bit_generator (DEFAULT). Its state
// follows from `stream`, the number of the op in its program. So a program has the same numbers in
// each run, and each of its rng ops has different ones (docs/numerics.md, "Random numbers").
// Returns null if the result of the op cannot have these dims.
mlir::Value randomNumbers(mlir::OpBuilder& builder, hlo::RngOp op, const Dims& dims,
                          uint64_t stream);

} // namespace lz::formats
