#include "semantics/eval/Window.h"

#include <algorithm>
#include <numeric>

namespace lz::eval {

// Example: with stride 2 and base dilation 3, the base position p = 2 o + c is a multiple of 3 for
// every third o. From one such o to the next one, p / 3 grows by 2.
WindowDim::Overlap WindowDim::overlap(int64_t w, int64_t resultSize) const {
  int64_t common = std::gcd(stride, baseDilation);
  Overlap result{0, 0, baseDilation / common, 0, stride / common};
  int64_t o = 0;
  while (o < resultSize && element(o, w) < 0)
    ++o;
  if (o == resultSize)
    return result;
  result.first = o;
  result.element = element(o, w);
  int64_t byResult = (resultSize - o + result.step - 1) / result.step;
  int64_t byOperand = (operandSize - result.element + result.elementStep - 1) / result.elementStep;
  result.count = std::min(byResult, byOperand);
  return result;
}

} // namespace lz::eval
