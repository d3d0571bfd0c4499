// Helpers that call LAPACK's routines, and matrices to compare their results with.
#pragma once

#include "../../ops/Tables.h"
#include "LinalgTesting.h"
#include "linalg/lapack/Routines.h"

#include <map>

namespace lz::linalg {

using C = std::complex<double>;

// Matrices of complex doubles, used for routines of every type.
using Numbers = test::Table<double>;
using test::adjoint;
using test::diagonal;
using test::productOf;

inline Numbers identity(int64_t n) {
  return test::identityOf<double>(n);
}

inline double largestOf(const Numbers& a, const Numbers& b) {
  double most = 0;
  for (size_t i = 0; i < a.data.size(); ++i)
    if (const double d = std::abs(a.data[i] - b.data[i]); !(d <= most))
      most = d;
  return most;
}

inline Numbers randomOf(DType dtype, int64_t m, int64_t n, uint32_t seed = 1) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Numbers a(m, n);
  for (C& x : a.data) {
    x = C(float(uniform(rng)), 0);
    if (isComplex(dtype))
      x.imag(float(uniform(rng)));
  }
  return a;
}

inline constexpr DType kTypes[] = {DType::F32, DType::F64, DType::C64, DType::C128};

inline double unit(DType dtype) {
  return partType(dtype) == DType::F32 ? 1.2e-7 : 2.3e-16;
}

// The tensors of a call with their bytes.
class Tensors {
public:
  explicit Tensors(std::vector<TensorType> types) : types_(std::move(types)) {
    for (const TensorType& type : types_)
      bytes_.emplace_back(size_t(type.numBytes()) + 8, std::byte(0x55));
    for (auto& bytes : bytes_)
      pointers_.push_back(bytes.data());
  }
  const std::vector<TensorType>& types() const { return types_; }
  std::byte* const* pointers() const { return pointers_.data(); }

  // Returns element k of tensor i.
  C at(size_t i, int64_t k) const {
    const std::byte* data = bytes_[i].data();
    auto number = [&](int64_t n) -> double {
      const DType part = partType(types_[i].dtype);
      return part == DType::F32   ? double(reinterpret_cast<const float*>(data)[n])
             : part == DType::F64 ? reinterpret_cast<const double*>(data)[n]
                                  : double(reinterpret_cast<const int32_t*>(data)[n]);
    };
    if (isComplex(types_[i].dtype))
      return {number(2 * k), number(2 * k + 1)};
    return number(k);
  }
  void set(size_t i, int64_t k, C x) {
    auto put = [&](int64_t n, double value) {
      std::byte* data = bytes_[i].data();
      const DType part = partType(types_[i].dtype);
      if (part == DType::F32)
        reinterpret_cast<float*>(data)[n] = float(value);
      else if (part == DType::F64)
        reinterpret_cast<double*>(data)[n] = value;
      else
        reinterpret_cast<int32_t*>(data)[n] = int32_t(value);
    };
    const bool isPair = isComplex(types_[i].dtype);
    put(isPair ? 2 * k : k, x.real());
    if (isPair)
      put(2 * k + 1, x.imag());
  }
  Numbers matrix(size_t i, int64_t index = 0) const {
    const Dims& dims = types_[i].dims;
    Numbers a(dims[dims.size() - 2], dims.back());
    for (size_t k = 0; k < a.data.size(); ++k)
      a.data[k] = at(i, index * int64_t(a.data.size()) + int64_t(k));
    return a;
  }
  void setMatrix(size_t i, const Numbers& a, int64_t index = 0) {
    for (size_t k = 0; k < a.data.size(); ++k)
      set(i, index * int64_t(a.data.size()) + int64_t(k), a.data[k]);
  }
  std::vector<C> vector(size_t i) const {
    std::vector<C> values;
    for (int64_t k = 0; k < types_[i].numElements(); ++k)
      values.push_back(at(i, k));
    return values;
  }

private:
  std::vector<TensorType> types_;
  std::vector<std::vector<std::byte>> bytes_;
  std::vector<std::byte*> pointers_;
};

using Options = std::map<std::string, int64_t, std::less<>>;

// Runs the routine in scratch of exactly the size that needsOf states.
inline void run(std::string_view name, const Tensors& operands, const Tensors& results,
                const Options& options, int threads = 1,
                MachineClass cpu = hostMachineClasses().back()) {
  const LapackRoutine* routine = findLapack(*lapackFunction(name));
  ASSERT_TRUE(routine) << name;
  auto option = [&](std::string_view key) {
    auto found = options.find(key);
    return found == options.end() ? int64_t(0) : found->second;
  };
  const LapackTypes types{operands.types(), results.types(), option};
  const bool isWide = partType(operands.types()[routine->matrix].dtype) == DType::F64;
  const KernelTable& kernels = isWide ? kernelsOf(double(), 0) : kernelsOf(float(), 0);
  ThreadPool pool(threads);
  const auto needs = needsOf(*routine, types, kernels, cpu, threads);
  ASSERT_TRUE(needs.ok()) << needs.status();
  const int64_t bytes = needs->batch.scratchBytes(/*isForAll=*/threads > 1);
  for (int64_t i = 0; i < needs->batch.groups(); ++i) {
    ScratchMemory scratch(bytes);
    EXPECT_EQ(runLapack(*routine, types, {operands.pointers(), results.pointers()}, i, needs->batch,
                        needs->lengths, {kernels, cpu, pool, threads}, scratch.begin()),
              okStatus());
  }
}

inline TensorType typed(DType dtype, Dims dims) {
  return {dtype, std::move(dims)};
}

inline Numbers hermitian(DType dtype, int64_t n) {
  const Numbers a = randomOf(dtype, n, n), b = adjoint(a);
  Numbers sum(n, n);
  for (size_t i = 0; i < sum.data.size(); ++i)
    sum.data[i] = (a.data[i] + b.data[i]) * 0.5;
  return sum;
}

} // namespace lz::linalg
