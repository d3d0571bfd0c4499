#include "fft/vector/PassesImpl.h"

namespace lz::fft {

template int lanesOf<float>(CpuClass);
template void runPass(CpuClass, const Pass<float>&, const float*, float*);
template void runPass(CpuClass, const Pass<float>&, const ColumnsIn<float>&, float*);
template void runPass(CpuClass, const Pass<float>&, const float*, const ColumnsOut<float>&);
template void loadColumns(CpuClass, int64_t, const ColumnsIn<float>&, float*);
template void storeColumns(CpuClass, int64_t, const float*, const ColumnsOut<float>&);

} // namespace lz::fft
