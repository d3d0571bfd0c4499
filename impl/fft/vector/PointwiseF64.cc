#include "fft/vector/PointwiseImpl.h"

namespace lz::fft {

template void multiply(CpuClass, int64_t, const Product<double>&);
template void realFromHalf(CpuClass, int64_t, const double*, int64_t, int64_t, double*);
template void halfFromReal(CpuClass, int64_t, const double*, int64_t, int64_t, const double*,
                           double*);

} // namespace lz::fft
