// The arithmetic of contractions: the type in which products are summed, and the conversion of
// arrays to that type.
#pragma once

#include "base/Literal.h"
#include "semantics/eval/Strided.h"

#include <type_traits>
#include <vector>

namespace lz::eval {

// The type in which products of T are summed: float for f16, bf16 and f32, and double for f64.
// Integers wrap, so they are summed in an unsigned type. This type has at least 32 bits, because
// C++ would promote smaller types to int, and products of int could overflow. For predicates the
// result says whether some product is true, so true products are counted. Complex numbers keep
// their type.
template <typename T>
using Accumulator = std::conditional_t<
    kIsComplex<T> || std::is_same_v<T, double>, T,
    std::conditional_t<
        !std::is_integral_v<T>, float,
        std::conditional_t<sizeof(T) == 8 || std::is_same_v<T, bool>, uint64_t, uint32_t>>>;

// Returns the elements of a box of the operand, converted to Acc, in row-major order of the box.
// The box has the dimensions `dims`, and `strides` are its strides in the operand.
template <typename Acc>
std::vector<Acc> packAs(const Literal& operand, const Dims& dims, const Dims& strides) {
  TensorType box{operand.type().dtype, dims};
  std::vector<Acc> packed(isEmptyBox(dims) ? 0 : size_t(box.numElements()));
  visitAnyDType(operand.type().dtype, [&](auto zero) {
    using T = decltype(zero);
    const T* from = operand.as<T>();
    size_t i = 0;
    forEachStrided<1>(dims, {strides}, {0}, [&](const std::array<int64_t, 1>& at) {
      if constexpr (kIsComplex<T> != kIsComplex<Acc>) // shape inference rejects it
        packed[i++] = Acc();
      else if constexpr (kIsComplex<Acc>)
        packed[i++] = {decltype(Acc::re)(from[at[0]].re), decltype(Acc::re)(from[at[0]].im)};
      else if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, BF16>)
        packed[i++] = Acc(float(from[at[0]]));
      else
        packed[i++] = Acc(from[at[0]]);
    });
  });
  return packed;
}

// Computes out[j] += x * row[j].
template <typename Acc> void addScaled(Acc* out, Acc x, const Acc* row, int64_t n) {
  for (int64_t j = 0; j < n; ++j)
    if constexpr (kIsComplex<Acc>)
      out[j] = {out[j].re + (x.re * row[j].re - x.im * row[j].im),
                out[j].im + (x.re * row[j].im + x.im * row[j].re)};
    else
      out[j] += x * row[j];
}

template <typename T> T fromAccumulator(Accumulator<T> value) {
  if constexpr (std::is_same_v<T, bool>)
    return value != 0;
  else
    return T(value);
}

} // namespace lz::eval
