#include "fft/vector/PassesImpl.h"

namespace lz::fft {

template int lanesOf<double>(CpuClass);
template void runPass(CpuClass, const Pass<double>&, const double*, double*);
template void runPass(CpuClass, const Pass<double>&, const ColumnsIn<double>&, double*);
template void runPass(CpuClass, const Pass<double>&, const double*, const ColumnsOut<double>&);
template void loadColumns(CpuClass, int64_t, const ColumnsIn<double>&, double*);
template void storeColumns(CpuClass, int64_t, const double*, const ColumnsOut<double>&);

} // namespace lz::fft
