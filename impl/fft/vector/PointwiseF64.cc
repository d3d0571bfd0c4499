#include "fft/vector/PointwiseImpl.h"

namespace lz::fft {

template void multiply(MachineClass, int64_t, const Product<double>&);
template void realFromHalf(MachineClass, int64_t, const double*, int64_t, int64_t, double*);
template void halfFromReal(MachineClass, int64_t, const double*, int64_t, int64_t, const double*,
                           double*);

} // namespace lz::fft
