// Discrete Fourier transforms of the last one to three dimensions of an array, as in StableHLO's
// fft:
//   X[k] = sum over j of x[j] e^(-2 pi i j k / n)        inverse: with +, and divided by n
// Complex numbers are pairs of floats, the real part first.
//
// A plan holds everything that does not depend on the data. A plan is made once, and several
// threads can use it at the same time. The bits of results do not depend on the number of threads,
// but they depend on the CPU class.
#pragma once

#include "base/DType.h"
#include "base/Status.h"
#include "base/machine/MachineClass.h"
#include "base/machine/ThreadPool.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace lz::fft {

enum class Kind : uint8_t {
  Fft,
  Ifft,
  Rfft, // n real numbers to the first n / 2 + 1 complex numbers of the transform
  Irfft // the inverse of Rfft
};

struct Spec {
  Kind kind = Kind::Fft;
  DType real = DType::F32; // element type of the real and imaginary parts: F32 or F64
  int64_t batch = 1;
  // The extents of the transformed dimensions (fft_length). For Rfft and Irfft the last one is the
  // length of the real side.
  std::vector<int64_t> lengths;
  int threads = 1;                        // largest number of threads of a run; decides the scratch
  MachineClass cpu = MachineClass::X86V2; // the CPU class whose vectors the loops use
};

class Plan {
public:
  // Returns an error if the type or rank is not supported, if a size is negative, or if an array is
  // too large.
  static StatusOr<std::unique_ptr<const Plan>> make(const Spec& spec);
  virtual ~Plan() = default;

  virtual int64_t scratchBytes() const = 0;
  virtual int64_t tableBytes() const = 0; // size of the tables of the plan
  virtual double ns() const = 0;          // predicted time on one thread
  // Runs the transform without allocating memory. `in` and `out` must not overlap and must be
  // aligned for their element type. `scratch` must be aligned to 64 bytes.
  virtual void run(const void* in, void* out, std::byte* scratch, ThreadPool& pool) const = 0;
};

} // namespace lz::fft
