// Random matrices, and checks of the equations that must hold for their factors.
#pragma once

#include "../contraction/PlainKernels.h"
#include "CpuSample.h"
#include "gtest/gtest.h"
#include "linalg/Machine.h"
#include "linalg/Matrix.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace lz::linalg {

inline const KernelTable& kernelsOf(float, int choice) {
  using contraction::plainKernels;
  return choice == 0   ? plainKernels<float, 6, 16>()
         : choice == 1 ? plainKernels<float, 8, 48>()
                       : plainKernels<float, 1, 4>();
}
inline const KernelTable& kernelsOf(double, int choice) {
  using contraction::plainKernels;
  return choice == 0 ? plainKernels<double, 4, 8>() : plainKernels<double, 14, 16>();
}

// Sizes around all tiles, panels and blocks.
inline constexpr int64_t kSizes[] = {0,  1,  2,  3,  4,  7,  8,  9,  15,  16,  17,  31,
                                     33, 47, 48, 49, 63, 64, 65, 95, 127, 128, 129, 200};

// A matrix that owns its elements.
template <typename T> struct Dense {
  int64_t rows, columns;
  std::vector<T> data;

  Dense(int64_t numRows, int64_t numColumns)
      : rows(numRows), columns(numColumns), data(size_t(numRows * numColumns)) {}
  Matrix<T> view() { return rowMajor(data.data(), rows, columns); }
  Matrix<const T> view() const { return rowMajor(data.data(), rows, columns); }
  T& operator()(int64_t i, int64_t j) { return data[size_t(i * columns + j)]; }
  T operator()(int64_t i, int64_t j) const { return data[size_t(i * columns + j)]; }
};

template <typename T> Dense<T> random(int64_t rows, int64_t columns, uint32_t seed = 1) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Dense<T> matrix(rows, columns);
  for (T& x : matrix.data)
    x = T(uniform(rng));
  return matrix;
}

// Returns the product, computed in double.
template <typename T> Dense<double> product(const Matrix<const T>& a, const Matrix<const T>& b) {
  Dense<double> c(a.rows, b.columns);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t k = 0; k < a.columns; ++k)
      for (int64_t j = 0; j < b.columns; ++j)
        c(i, j) += double(a(i, k)) * double(b(k, j));
  return c;
}

template <typename A, typename B>
double largestDifference(const A& a, const B& b, int64_t rows, int64_t columns) {
  double most = 0;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) {
      const double difference = std::abs(double(a(i, j)) - double(b(i, j)));
      if (!(difference <= most))
        most = difference;
    }
  return most;
}

template <typename T> double roundings(double count) {
  return count * double(std::numeric_limits<T>::epsilon());
}

// Scratch memory that is aligned to 64 bytes and filled with NaN. When it is freed, it checks that
// nothing was written to the 64 bytes after its end.
class ScratchMemory {
public:
  explicit ScratchMemory(int64_t bytes) : bytes_(size_t(bytes)), memory_(bytes_ + 128, 0xff) {}
  ~ScratchMemory() {
    for (size_t i = 0; i < 64; ++i)
      EXPECT_EQ(begin()[bytes_ + i], std::byte(0xff)) << "written behind the scratch";
  }
  std::byte* begin() {
    const auto address = (reinterpret_cast<uintptr_t>(memory_.data()) + 63) / 64 * 64;
    return reinterpret_cast<std::byte*>(address);
  }

private:
  size_t bytes_;
  std::vector<unsigned char> memory_;
};

// Calls fn(T(), machine) for types, kernels, CPU classes (CpuSample.h) and numbers of threads.
template <typename Fn> void forMachines(Fn fn) {
  auto forType = [&](auto zero, int choices) {
    for (int choice = 0; choice < choices; ++choice)
      for (MachineClass cpu : test::nextCpuClasses()) {
        ThreadPool pool(choice == 0 ? 3 : 1);
        fn(zero, Machine{kernelsOf(zero, choice), cpu, pool, pool.threads()});
      }
  };
  forType(float(), 3);
  forType(double(), 2);
}

} // namespace lz::linalg
