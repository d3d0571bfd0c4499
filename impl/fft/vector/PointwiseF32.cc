#include "fft/vector/PointwiseImpl.h"

namespace lz::fft {

template void multiply(CpuClass, int64_t, const Product<float>&);
template void realFromHalf(CpuClass, int64_t, const float*, int64_t, int64_t, float*);
template void halfFromReal(CpuClass, int64_t, const float*, int64_t, int64_t, const float*, float*);

} // namespace lz::fft
