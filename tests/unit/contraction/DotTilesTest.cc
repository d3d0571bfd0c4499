// Checks every bit of the sums of dots. They depend only on whether the CPU class fuses operations.
#include "contraction/run/vector/DotTiles.h"

#include "RandomValues.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace lz::contraction {
namespace {

// Adds in the order of DotTiles.h: chain l adds values l, l + kDotLanes, ...; then the second half
// of the chains is added to the first half, and so on.
template <typename T> T chainedDot(const T* x, const T* y, int64_t kc, bool fused) {
  T chains[kDotLanes<T>] = {};
  for (int64_t kk = 0; kk < kc; ++kk) {
    T& chain = chains[kk % kDotLanes<T>];
    T product = x[kk] * y[kk];
    chain = fused ? std::fma(x[kk], y[kk], chain) : chain + product;
  }
  for (int half = kDotLanes<T> / 2; half > 0; half /= 2)
    for (int l = 0; l < half; ++l)
      chains[l] += chains[l + half];
  return chains[0];
}

template <typename T> void checkDots(int64_t numFew, int64_t numRows, int64_t kc) {
  std::vector<T> few = randomValues<T>(numFew * kc, 1), many = randomValues<T>(numRows * kc, 2);
  std::vector<const T*> rows;
  for (int64_t j = 0; j < numRows; ++j)
    rows.push_back(many.data() + j * kc);
  for (MachineClass cpu : hostMachineClasses()) {
    std::vector<T> sums(size_t(numFew * numRows), T(0.5));
    addDots(DotBlock<T>{few.data(), numFew, rows.data(), numRows, kc, sums.data(), numFew, cpu});
    for (int64_t i = 0; i < numFew; ++i)
      for (int64_t j = 0; j < numRows; ++j) {
        T dot = chainedDot(few.data() + i * kc, rows[size_t(j)], kc, cpu != MachineClass::X86V2);
        ASSERT_EQ(sums[size_t(j * numFew + i)], T(0.5) + dot)
            << machineClassName(cpu) << " " << numFew << " x " << numRows << " x " << kc;
      }
  }
}

TEST(DotTiles, HaveTheBitsOfTheirChains) {
  for (int64_t numFew : {1, 2, 3, 4, 5, 9})
    for (int64_t numRows : {1, 2, 3, 4, 7})
      for (int64_t kc : {1, 15, 32, 33, 100}) {
        checkDots<float>(numFew, numRows, kc);
        checkDots<double>(numFew, numRows, kc);
      }
}

} // namespace
} // namespace lz::contraction
