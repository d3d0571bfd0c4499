// The loops are templates. Each CPU class has one function, into which they are inlined. So they
// are compiled with the vectors of the class.
#include "contraction/run/vector/CopyRuns.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lz::contraction {
namespace {

#define LZ_INLINE __attribute__((always_inline)) inline
#define LZ_AVX2 __attribute__((target("avx2,f16c")))
#define LZ_AVX512 __attribute__((target("avx512f,f16c")))

template <typename T, int kLanes> using Vector = T __attribute__((ext_vector_type(kLanes)));

// Moves kLanes elements and converts them to T. kNative says that the CPU can convert F16.
template <int kLanes, bool kNative, typename T> LZ_INLINE void move(const T* source, T* target) {
  Vector<T, kLanes> v;
  std::memcpy(&v, source, sizeof(v));
  std::memcpy(target, &v, sizeof(v));
}

template <int kLanes, bool kNative> LZ_INLINE void move(const BF16* source, float* target) {
  Vector<uint16_t, kLanes> v;
  std::memcpy(&v, source, sizeof(v));
  Vector<uint32_t, kLanes> bits = __builtin_convertvector(v, Vector<uint32_t, kLanes>) << 16;
  std::memcpy(target, &bits, sizeof(bits));
}

template <int kLanes, bool kNative> LZ_INLINE void move(const F16* source, float* target) {
  if constexpr (kNative && kLanes > 1) {
    Vector<_Float16, kLanes> v;
    std::memcpy(&v, source, sizeof(v));
    Vector<float, kLanes> converted = __builtin_convertvector(v, Vector<float, kLanes>);
    std::memcpy(target, &converted, sizeof(converted));
  } else {
    for (int i = 0; i < kLanes; ++i)
      target[i] = source[i];
  }
}

// Moves `length` elements. The last vector may overlap the vector before it: 14 elements are moved
// as 0-7 and 6-13.
template <int kLanes, bool kNative, typename From, typename To>
LZ_INLINE void copyRun(const From* source, int64_t length, To* target) {
  if constexpr (kLanes == 1) {
    if (length > 0)
      move<1, kNative>(source, target);
  } else {
    if (length < kLanes)
      return copyRun<kLanes / 2, kNative>(source, length, target);
    int64_t i = 0;
    for (; i + kLanes <= length; i += kLanes)
      move<kLanes, kNative>(source + i, target + i);
    if (i < length)
      move<kLanes, kNative>(source + length - kLanes, target + length - kLanes);
  }
}

// Copies each run to all panels before the next run is copied, so that memory is read in order.
// Prefetching would not help. If the length of runs is known at compile time, kLength is this
// length. Otherwise it is 0.
template <int kLength, int kLanes, bool kNative, typename From, typename To>
LZ_INLINE void copyOf(const RunCopy& copy, const From* source, To* target) {
  int64_t length = kLength ? kLength : copy.length, panelSize = copy.stride * copy.count;
  for (int64_t kk = 0; kk < copy.count; ++kk, target += copy.stride) {
    const From* run = source + copy.offsets[kk * copy.offsetStep];
    for (int64_t panel = 0; panel < copy.panels; ++panel)
      copyRun<kLanes, kNative>(run + panel * length, length, target + panel * panelSize);
  }
}

template <int kLanes, bool kNative, typename From, typename To>
LZ_INLINE void copyAny(const RunCopy& copy, const From* source, To* target) {
  switch (copy.length) {
  case 8:
    return copyOf<8, kLanes, kNative>(copy, source, target);
  case 14:
    return copyOf<14, kLanes, kNative>(copy, source, target);
  case 16:
    return copyOf<16, kLanes, kNative>(copy, source, target);
  case 32:
    return copyOf<32, kLanes, kNative>(copy, source, target);
  default:
    return copyOf<0, kLanes, kNative>(copy, source, target);
  }
}

template <typename From, typename To>
LZ_AVX512 void copyAvx512(const RunCopy& copy, const From* source, To* target) {
  copyAny<64 / int(sizeof(To)), true>(copy, source, target);
}

template <typename From, typename To>
LZ_AVX2 void copyAvx2(const RunCopy& copy, const From* source, To* target) {
  copyAny<32 / int(sizeof(To)), true>(copy, source, target);
}

template <typename From, typename To>
void copyBest(const RunCopy& copy, const From* source, To* target) {
  switch (copy.cpu) {
  case MachineClass::Avx512:
    return copyAvx512(copy, source, target);
  case MachineClass::Avx2:
    return copyAvx2(copy, source, target);
  case MachineClass::X86V2:
    return copyAny<16 / int(sizeof(To)), false>(copy, source, target);
  }
}

#undef LZ_AVX512
#undef LZ_AVX2
#undef LZ_INLINE

} // namespace

void copyRuns(const RunCopy& copy, const float* source, float* target) {
  copyBest(copy, source, target);
}
void copyRuns(const RunCopy& copy, const double* source, double* target) {
  copyBest(copy, source, target);
}
void copyRuns(const RunCopy& copy, const BF16* source, float* target) {
  copyBest(copy, source, target);
}
void copyRuns(const RunCopy& copy, const F16* source, float* target) {
  copyBest(copy, source, target);
}

} // namespace lz::contraction
