// Describes dot_general and convolution by the axes of a contraction
// (contraction/spec/ContractionSpec.h).
#pragma once

#include "base/Status.h"
#include "contraction/plan/TiledContraction.h"
#include "spec/Program.h"

namespace lz::compiler {

// Describes a contraction op as out[b, m, n] = sum_k lhs[b, m, k] * rhs[b, n, k], with the types of
// lhs, rhs and the result. Errors: unimplemented element types, or a reversed window.
StatusOr<contraction::ContractionSpec> lowerContraction(const Op& op, const TensorType& lhs,
                                                        const TensorType& rhs,
                                                        const TensorType& result);

// Adds the micro-kernels of the class, but no tile. `pairs` allows to multiply bf16 in pairs where
// that is faster. `tiles` becomes TiledContraction::largeBlocks.
contraction::TiledContraction withKernels(contraction::ContractionSpec spec, MachineClass cpu,
                                          bool pairs, bool tiles);

} // namespace lz::compiler
