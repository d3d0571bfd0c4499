#include "fft/vector/PointwiseImpl.h"

namespace lz::fft {

template void multiply(MachineClass, int64_t, const Product<float>&);
template void realFromHalf(MachineClass, int64_t, const float*, int64_t, int64_t, float*);
template void halfFromReal(MachineClass, int64_t, const float*, int64_t, int64_t, const float*,
                           float*);

} // namespace lz::fft
