// A 16 x 16 block is turned by swapping its off-diagonal quarters, then those of each quarter, down
// to single elements: four steps of 16 two-operand shuffles, all in registers.
#include "exec/TurnRows.h"

#include <immintrin.h>
#include <utility>

namespace lz::exec {
namespace {

#define LZ_AVX512 __attribute__((target("avx512f"), always_inline))

using Lanes = std::make_integer_sequence<int, kTurned>;

// Swaps the odd blocks of `span` lanes of a with the even ones of b. Example, span 1 of four lanes:
// a0 a1 a2 a3 and b0 b1 b2 b3 become a0 b0 a2 b2 and a1 b1 a3 b3.
template <int span, int... lane>
LZ_AVX512 inline void swapBlocks(__m512& a, __m512& b, std::integer_sequence<int, lane...>) {
  __m512 low = __builtin_shufflevector(a, b, (lane / span % 2 ? kTurned + lane - span : lane)...);
  b = __builtin_shufflevector(a, b, (lane / span % 2 ? kTurned + lane : lane + span)...);
  a = low;
}

template <int span> LZ_AVX512 inline void swapStep(__m512 (&v)[kTurned]) {
#pragma clang loop unroll(full)
  for (int i = 0; i < kTurned; ++i)
    if ((i & span) == 0)
      swapBlocks<span>(v[i], v[i + span], Lanes());
}

} // namespace

bool canTurnSixteen() {
  static const bool can = __builtin_cpu_supports("avx512f");
  return can;
}

__attribute__((target("avx512f"))) void turnSixteen(const float* const* rows, int numRows,
                                                    int64_t blocks, int64_t width, float* target) {
  auto mask = static_cast<__mmask16>((1u << numRows) - 1);
  const float* row[kTurned];
  for (int i = 0; i < kTurned; ++i)
    row[i] = rows[i < numRows ? i : numRows - 1];
  for (int64_t block = 0; block < blocks; ++block) {
    __m512 v[kTurned];
#pragma clang loop unroll(full)
    for (int i = 0; i < kTurned; ++i)
      v[i] = _mm512_loadu_ps(row[i] + block * kTurned);
    swapStep<8>(v);
    swapStep<4>(v);
    swapStep<2>(v);
    swapStep<1>(v);
#pragma clang loop unroll(full)
    for (int i = 0; i < kTurned; ++i, target += width)
      _mm512_mask_storeu_ps(target, mask, v[i]);
  }
}

#undef LZ_AVX512

} // namespace lz::exec
