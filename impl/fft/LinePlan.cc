#include "fft/LinePlan.h"

#include "fft/ChirpLine.h"
#include "fft/Core.h"
#include "fft/DirectLines.h"
#include "fft/SplitLine.h"

namespace lz::fft {

template <typename T>
std::unique_ptr<LinePlan<T>> LinePlan<T>::make(int64_t n, int64_t count, MachineClass cpu) {
  const SplitChoice split = chooseSplit<T>(n, cpu);
  const double direct = directNs<T>(n, count, cpu);
  const double chirp = chirpNs<T>(n, cpu);
  if (direct <= split.ns && direct <= chirp)
    return std::make_unique<DirectLines<T>>(n, count, cpu);
  if (split.ns <= chirp)
    return std::make_unique<SplitLine<T>>(split, cpu);
  return std::make_unique<ChirpLine<T>>(n, cpu);
}

template class LinePlan<float>;
template class LinePlan<double>;

} // namespace lz::fft
