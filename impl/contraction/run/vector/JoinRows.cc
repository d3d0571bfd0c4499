#include "contraction/run/vector/JoinRows.h"

#include "base/Integers.h"
#include "base/machine/CacheSets.h"

#include <algorithm>
#include <immintrin.h>

namespace lz::contraction {
namespace {

#define LZ_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl")))
#define LZ_INLINE __attribute__((always_inline)) inline

// For each of `width` adjacent rows, joins two values of k to a pair. Only the first `rows` rows
// exist, and the pairs of the other rows are zeros. If `high` is nullptr, the high halves are
// zeros.
LZ_INLINE void joinScalars(const BF16* low, const BF16* high, int64_t rows, int width,
                           uint32_t* target) {
  for (int64_t i = 0; i < width; ++i) {
    uint32_t a = i < rows ? low[i].bits : 0, b = i < rows && high ? high[i].bits : 0;
    target[i] = a | b << 16;
  }
}

LZ_INLINE __mmask16 firstLanes(int64_t count) {
  return static_cast<__mmask16>((1u << std::clamp<int64_t>(count, 0, 16)) - 1);
}

LZ_AVX512 LZ_INLINE void joinVectors(const BF16* low, const BF16* high, int64_t rows, int width,
                                     uint32_t* target) {
  int64_t highRows = high ? rows : 0;
  high = high ? high : low;
  for (int i = 0; i < width; i += 16) {
    __mmask16 written = firstLanes(width - i);
    __m512i a = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(firstLanes(rows - i), low + i));
    __m512i b = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(firstLanes(highRows - i), high + i));
    _mm512_mask_storeu_epi32(target + i, written, _mm512_or_si512(a, _mm512_slli_epi32(b, 16)));
  }
}

// The distance of prefetches, in values of k. Two consecutive values are often pages apart, so the
// CPU does not prefetch them. With a value of 8 or 32, bgemm-1024 and bgemm-256 of the bench take
// the same time (Zen 5).
constexpr int64_t kAhead = 16;

LZ_INLINE void fetch(const BF16* row, int64_t count) {
  for (int64_t i = 0; i < count; i += kCacheLineBytes / int64_t(sizeof(BF16)))
    __builtin_prefetch(row + i);
}

// Joins two values of k in all panels before the next two values, so that memory is read in order.
template <auto join>
LZ_INLINE void joinAll(const RowJoin& rows, const BF16* source, uint32_t* panels) {
  int64_t panelSize = ceilDiv(rows.values, 2) * rows.width;
  for (int64_t kk = 0; kk < rows.values; kk += 2, panels += rows.width) {
    const BF16* low = source + rows.offsets[kk];
    const BF16* high = kk + 1 < rows.values ? source + rows.offsets[kk + 1] : nullptr;
    for (int64_t ahead = kk + kAhead; ahead < std::min(kk + kAhead + 2, rows.values); ++ahead)
      fetch(source + rows.offsets[ahead], rows.rows);
    uint32_t* target = panels;
    for (int64_t row = 0; row < rows.rows; row += rows.width, target += panelSize)
      join(low + row, high ? high + row : nullptr, rows.rows - row, rows.width, target);
  }
}

LZ_AVX512 void joinAvx512(const RowJoin& rows, const BF16* source, uint32_t* panels) {
  joinAll<joinVectors>(rows, source, panels);
}

#undef LZ_AVX512
#undef LZ_INLINE

} // namespace

void joinRows(const RowJoin& rows, const BF16* source, uint32_t* panels) {
  if (rows.cpu == MachineClass::Avx512)
    joinAvx512(rows, source, panels);
  else
    joinAll<joinScalars>(rows, source, panels);
}

void joinRow(const BF16* row, const int64_t* offsets, int64_t values, int width, uint32_t* target) {
  for (int64_t kk = 0; kk < values; kk += 2, target += width) {
    uint32_t low = row[offsets[kk]].bits;
    uint32_t high = kk + 1 < values ? row[offsets[kk + 1]].bits : 0;
    *target = low | high << 16;
  }
}

} // namespace lz::contraction
