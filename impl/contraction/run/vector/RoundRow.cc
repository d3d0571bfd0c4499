// A loop that is compiled for each CPU class.
#include "contraction/run/vector/RoundRow.h"

namespace lz::contraction {
namespace {

#define LZ_INLINE __attribute__((always_inline)) inline
#define LZ_AVX2 __attribute__((target("avx2")))
#define LZ_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl")))

LZ_INLINE void roundAny(const float* __restrict values, int64_t count, BF16* __restrict target) {
  for (int64_t i = 0; i < count; ++i)
    target[i] = BF16(values[i]);
}

LZ_AVX2 void roundAvx2(const float* values, int64_t count, BF16* target) {
  roundAny(values, count, target);
}

LZ_AVX512 void roundAvx512(const float* values, int64_t count, BF16* target) {
  roundAny(values, count, target);
}

#undef LZ_AVX512
#undef LZ_AVX2
#undef LZ_INLINE

} // namespace

void roundRow(MachineClass cpu, const float* values, int64_t count, BF16* target) {
  switch (cpu) {
  case MachineClass::Avx512:
    return roundAvx512(values, count, target);
  case MachineClass::Avx2:
    return roundAvx2(values, count, target);
  case MachineClass::X86V2:
    return roundAny(values, count, target);
  }
}

} // namespace lz::contraction
