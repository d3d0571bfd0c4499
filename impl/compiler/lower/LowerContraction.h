// dot_general and convolution as the axes that the packed micro-kernel walks.
#pragma once

#include "base/Status.h"
#include "contraction/plan/TiledContraction.h"
#include "spec/Program.h"

namespace lz {

// What a contraction op is in terms of out[b, m, n] = sum_k lhs[b, m, k] * rhs[b, n, k]. The types
// are those of lhs, rhs and result. Errors: unimplemented element types or window reversal.
StatusOr<contraction::ContractionSpec> lowerContraction(const Op& op, const TensorType& lhs,
                                                        const TensorType& rhs,
                                                        const TensorType& result);

// With the kernels of the class, without a tile. `pairs`: of bf16, too, where these are fast.
// `tiles`: blocks are large.
contraction::TiledContraction withKernels(contraction::ContractionSpec spec, CpuClass cpu,
                                          bool pairs, bool tiles);

} // namespace lz
