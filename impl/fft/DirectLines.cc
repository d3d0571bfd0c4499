#include "fft/DirectLines.h"

#include "base/machine/LibraryCosts.h"
#include "fft/vector/Turn.h"

#include <algorithm>
#include <limits>

namespace lz::fft {

template <typename T> double directNs(int64_t n, int64_t count, MachineClass cpu) {
  if (!Core<T>::isPossible(n))
    return std::numeric_limits<double>::infinity();
  count = std::max<int64_t>(count, 1);
  const int64_t lanes = lanesOf<T>(cpu), groups = (count + lanes - 1) / lanes;
  const double turns = libraryCosts(cpu).fft.turnedLines * double(n);
  return double(groups) * (Core<T>::ns(n, cpu) + turns) / double(count);
}

template <typename T>
DirectLines<T>::DirectLines(int64_t n, int64_t count, MachineClass cpu)
    : cpu_(cpu), ns_(directNs<T>(n, count, cpu)), core_(n, cpu) {}

template <typename T> void DirectLines<T>::run(const LinesCall<T>& call) const {
  const T sign = call.inverse ? -1 : 1;
  const int64_t n = core_.length();
  loadRows<T>(cpu_, n, {call.in, call.inStep, call.count}, sign, call.scratch);
  const T* blocks = core_.blocks(call.scratch);
  storeRows<T>(cpu_, n, blocks, call.scale, call.scale * sign,
               {call.out, call.outStep, call.count});
}

template double directNs<float>(int64_t, int64_t, MachineClass);
template double directNs<double>(int64_t, int64_t, MachineClass);
template class DirectLines<float>;
template class DirectLines<double>;

} // namespace lz::fft
