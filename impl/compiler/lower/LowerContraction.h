// Turns dot_general and convolution into the axes that the packed micro-kernel walks.
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

// Adds the micro-kernels of the class, but no tile. If `pairs`, bf16 is multiplied in pairs if that
// is fast. If `tiles`, blocks are large.
contraction::TiledContraction withKernels(contraction::ContractionSpec spec, MachineClass cpu,
                                          bool pairs, bool tiles);

} // namespace lz::compiler
