#include "fft/vector/TurnImpl.h"

namespace lz::fft {

template void loadRows(MachineClass, int64_t, const Rows<const float>&, float, float*);
template void storeRows(MachineClass, int64_t, const float*, float, float, const Rows<float>&);

} // namespace lz::fft
