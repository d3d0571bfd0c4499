// With 512-bit vectors, blocks of 16 x 16 floats or 8 x 8 doubles are transposed in registers.
// First the off-diagonal quarters of the block are swapped, then the off-diagonal quarters of each
// quarter, and so on down to single elements. Each of these log2(lanes) steps consists of shuffles.
// Without 512-bit vectors, blocks have 4 x 4 floats.
#include "contraction/run/vector/TurnRows.h"

#include "contraction/run/vector/CopyRuns.h"

#include <algorithm>
#include <immintrin.h>
#include <utility>

namespace lz::contraction {
namespace {

#define LZ_AVX512 __attribute__((target("avx512f")))
#define LZ_INLINE __attribute__((always_inline)) inline

template <typename T> constexpr int kLanes = 64 / int(sizeof(T));
template <typename T> using LaneVector = T __attribute__((ext_vector_type(kLanes<T>)));
template <typename T> using Lanes = std::make_integer_sequence<int, kLanes<T>>;

// Divides a and b into blocks of `span` lanes, and swaps the odd blocks of a with the even blocks
// of b. Example with span 1 and four lanes: a0 a1 a2 a3 and b0 b1 b2 b3 become a0 b0 a2 b2 and a1
// b1 a3 b3.
template <int span, typename V, int... lane>
LZ_AVX512 LZ_INLINE void swapBlocks(V& a, V& b, std::integer_sequence<int, lane...>) {
  constexpr int count = sizeof...(lane);
  V low = __builtin_shufflevector(a, b, (lane / span % 2 ? count + lane - span : lane)...);
  b = __builtin_shufflevector(a, b, (lane / span % 2 ? count + lane : lane + span)...);
  a = low;
}

template <int span, typename T> LZ_AVX512 LZ_INLINE void swapSteps(LaneVector<T>* v) {
#pragma clang loop unroll(full)
  for (int i = 0; i < kLanes<T>; ++i)
    if ((i & span) == 0)
      swapBlocks<span>(v[i], v[i + span], Lanes<T>());
  if constexpr (span > 1)
    swapSteps<span / 2, T>(v);
}

LZ_AVX512 LZ_INLINE void storeFirst(float* target, int count, LaneVector<float> v) {
  _mm512_mask_storeu_ps(target, static_cast<__mmask16>((1u << count) - 1), v);
}
LZ_AVX512 LZ_INLINE void storeFirst(double* target, int count, LaneVector<double> v) {
  _mm512_mask_storeu_pd(target, static_cast<__mmask8>((1u << count) - 1), v);
}

// Does not assume alignment. A float can be a pair of 16-bit numbers, and a pair is aligned to 2
// bytes only.
template <typename T> LZ_INLINE T load(const T* from) {
  T value;
  __builtin_memcpy(&value, static_cast<const void*>(from), sizeof(T));
  return value;
}

// Transposes whole blocks of at most `lanes` rows. Returns the number of values of k that it has
// transposed.
template <typename T>
LZ_AVX512 int64_t turnBlocks(const T* const* rows, int numRows, int64_t count, int64_t width,
                             T* target) {
  constexpr int lanes = kLanes<T>;
  const T* row[lanes];
  for (int i = 0; i < lanes; ++i)
    row[i] = rows[i < numRows ? i : numRows - 1];
  int64_t kk = 0;
  for (; kk + lanes <= count; kk += lanes) {
    LaneVector<T> v[lanes];
#pragma clang loop unroll(full)
    for (int i = 0; i < lanes; ++i)
      __builtin_memcpy(&v[i], static_cast<const void*>(row[i] + kk), sizeof(v[i]));
    swapSteps<lanes / 2, T>(v);
#pragma clang loop unroll(full)
    for (int i = 0; i < lanes; ++i, target += width)
      storeFirst(target, numRows, v[i]);
  }
  return kk;
}

// Transposes four rows, 4 x 4 elements at a time, so that each store to the panel has four
// elements.
void turnFour(const float* const* rows, int64_t count, int width, float* target) {
  int64_t kk = 0;
  for (; kk + 4 <= count; kk += 4, target += 4 * width) {
    __m128 a = _mm_loadu_ps(rows[0] + kk), b = _mm_loadu_ps(rows[1] + kk);
    __m128 c = _mm_loadu_ps(rows[2] + kk), d = _mm_loadu_ps(rows[3] + kk);
    _MM_TRANSPOSE4_PS(a, b, c, d);
    _mm_storeu_ps(target, a);
    _mm_storeu_ps(target + width, b);
    _mm_storeu_ps(target + 2 * width, c);
    _mm_storeu_ps(target + 3 * width, d);
  }
  for (; kk < count; ++kk, target += width)
    for (int r = 0; r < 4; ++r)
      target[r] = load(rows[r] + kk);
}

template <typename T>
void turnScalars(const T* const* rows, int numRows, int64_t begin, int64_t count, int width,
                 T* target) {
  for (int i = 0; i < numRows; ++i)
    for (int64_t kk = begin; kk < count; ++kk)
      target[kk * width + i] = load(rows[i] + kk);
}

// Transposes values begin .. count - 1 of k.
void turnRest(const float* const* rows, int numRows, int64_t begin, int64_t count, int width,
              float* target) {
  if (numRows < 4)
    return turnScalars(rows, numRows, begin, count, width, target);
  // The last group of four rows may overlap the group before it. For example, the groups of four of
  // 14 rows begin at rows 0, 4, 8 and 10.
  for (int i = 0; i < numRows; i += 4) {
    int first = std::min(i, numRows - 4);
    const float* four[4];
    for (int r = 0; r < 4; ++r)
      four[r] = rows[first + r] + begin;
    turnFour(four, count - begin, width, target + begin * width + first);
  }
}
void turnRest(const double* const* rows, int numRows, int64_t begin, int64_t count, int width,
              double* target) {
  turnScalars(rows, numRows, begin, count, width, target);
}

template <typename T>
void turn(MachineClass cpu, const T* const* rows, int numRows, int64_t count, int width,
          T* target) {
  for (int i = 0; i < numRows; i += kLanes<T>) {
    int some = std::min(numRows - i, kLanes<T>);
    bool wide = cpu == MachineClass::Avx512 && some >= kLanes<T> / 2;
    int64_t done = wide ? turnBlocks(rows + i, some, count, width, target + i) : 0;
    turnRest(rows + i, some, done, count, width, target + i);
  }
}

// Converts up to kValues values of k of each row to f32 and transposes them, until all values of k
// are done.
template <typename From>
void turnConverted(MachineClass cpu, const From* const* rows, int numRows, int64_t count, int width,
                   float* target) {
  constexpr int64_t kValues = 128;
  alignas(64) float values[kTurned * kValues];
  const float* converted[kTurned];
  int64_t offsets[kTurned];
  for (int i = 0; i < numRows; ++i) {
    converted[i] = values + i * kValues;
    offsets[i] = rows[i] - rows[0];
  }
  for (int64_t kk = 0; kk < count; kk += kValues) {
    int64_t some = std::min(kValues, count - kk);
    copyRuns({offsets, numRows, some, 1, kValues, cpu}, rows[0] + kk, values);
    turn(cpu, converted, numRows, some, width, target + kk * width);
  }
}

#undef LZ_AVX512
#undef LZ_INLINE

} // namespace

bool canTurnSixteen(MachineClass cpu) {
  return cpu == MachineClass::Avx512;
}

void turnSixteen(const float* const* rows, int numRows, int64_t blocks, int64_t width,
                 float* target) {
  turnBlocks(rows, numRows, blocks * kTurned, width, target);
}

void turnRows(MachineClass cpu, const float* const* rows, int numRows, int64_t count, int width,
              float* target) {
  turn(cpu, rows, numRows, count, width, target);
}
void turnRows(MachineClass cpu, const double* const* rows, int numRows, int64_t count, int width,
              double* target) {
  turn(cpu, rows, numRows, count, width, target);
}
void turnRows(MachineClass cpu, const BF16* const* rows, int numRows, int64_t count, int width,
              float* target) {
  turnConverted(cpu, rows, numRows, count, width, target);
}
void turnRows(MachineClass cpu, const F16* const* rows, int numRows, int64_t count, int width,
              float* target) {
  turnConverted(cpu, rows, numRows, count, width, target);
}

} // namespace lz::contraction
