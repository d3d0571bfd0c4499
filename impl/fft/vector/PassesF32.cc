#include "fft/vector/PassesImpl.h"

namespace lz::fft {

template int lanesOf<float>(MachineClass);
template void runPass(MachineClass, const Pass<float>&, const float*, float*);
template void runPass(MachineClass, const Pass<float>&, const ColumnsIn<float>&, float*);
template void runPass(MachineClass, const Pass<float>&, const float*, const ColumnsOut<float>&);
template void loadColumns(MachineClass, int64_t, const ColumnsIn<float>&, float*);
template void storeColumns(MachineClass, int64_t, const float*, const ColumnsOut<float>&);

} // namespace lz::fft
