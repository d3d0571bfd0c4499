#include "fft/vector/TurnImpl.h"

namespace lz::fft {

template void loadRows(MachineClass, int64_t, const Rows<const double>&, double, double*);
template void storeRows(MachineClass, int64_t, const double*, double, double, const Rows<double>&);

} // namespace lz::fft
