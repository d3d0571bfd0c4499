#include "fft/vector/PassesImpl.h"

namespace lz::fft {

template int lanesOf<double>(MachineClass);
template void runPass(MachineClass, const Pass<double>&, const double*, double*);
template void runPass(MachineClass, const Pass<double>&, const ColumnsIn<double>&, double*);
template void runPass(MachineClass, const Pass<double>&, const double*, const ColumnsOut<double>&);
template void loadColumns(MachineClass, int64_t, const ColumnsIn<double>&, double*);
template void storeColumns(MachineClass, int64_t, const double*, const ColumnsOut<double>&);

} // namespace lz::fft
