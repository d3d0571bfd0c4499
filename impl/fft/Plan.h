// Discrete Fourier transforms of the last one to three dimensions of an array, as StableHLO's fft:
//   X[k] = sum over j of x[j] e^(-2 pi i j k / n)        inverse ones: + and divided by n
// Complex numbers are pairs of floats, the real part first.
//
// A plan holds everything that does not depend on the numbers. It is made once, and any threads may
// use it at once. Bits of results depend on the CPU class only, never on the number of threads.
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
  Rfft, // real numbers to the first n / 2 + 1 of the last dimension; 0 to 0
  Irfft // the opposite
};

struct Spec {
  Kind kind = Kind::Fft;
  DType real = DType::F32; // of the parts: F32 or F64
  int64_t batch = 1;
  // fft_length: the dimensions. The last one is that of the side that is real, or complex in full.
  std::vector<int64_t> lengths;
  int threads = 1;                        // that scratch is for
  MachineClass cpu = MachineClass::X86V2; // that its loops are for
};

class Plan {
public:
  // Refuses other types, ranks, negative sizes and arrays too long to be addressed.
  static StatusOr<std::unique_ptr<const Plan>> make(const Spec& spec);
  virtual ~Plan() = default;

  virtual int64_t scratchBytes() const = 0;
  virtual int64_t tableBytes() const = 0; // bytes of the plan's tables
  virtual double ns() const = 0;          // predicted, of one thread
  // `in` and `out` do not overlap; both and scratch are aligned as their element type, and scratch
  // to 64 bytes. It allocates nothing.
  virtual void run(const void* in, void* out, std::byte* scratch, ThreadPool& pool) const = 0;
};

} // namespace lz::fft
