// fft: transforms each dimension by the definition, in a wider type. The transform of an even
// number of elements is computed from the transforms of its even and its odd elements. So only an
// odd number n of elements takes n^2 products.
#include "base/Cancel.h"
#include "semantics/eval/OpCall.h"
#include "spec/OpAttrs.inc.h"

#include <cmath>
#include <complex>
#include <numbers>
#include <type_traits>
#include <vector>

namespace lz::eval {
namespace {

template <typename T>
using Wide = std::complex<std::conditional_t<sizeof(T) == 4, double, long double>>;

// Transforms lines, each of which has n numbers along one dimension. Inverse transforms are divided
// by n.
template <typename C> class Transformer {
  using R = typename C::value_type;

public:
  Transformer(int64_t n, bool isInverse)
      : n_(n), isInverse_(isInverse), from_(size_t(n)), to_(size_t(n)) {
    for (int64_t k = 0; k < n; ++k) {
      const R angle = 2 * std::numbers::pi_v<R> * R(k) / R(n);
      roots_.emplace_back(std::cos(angle), isInverse ? std::sin(angle) : -std::sin(angle));
    }
  }

  void run(C* line, int64_t stride) {
    for (int64_t i = 0; i < n_; ++i)
      from_[size_t(i)] = line[i * stride];
    int64_t length = n_;
    while (length % 2 == 0)
      length /= 2;
    transformOdd(length);
    for (length *= 2; length <= n_; length *= 2)
      join(length);
    for (int64_t i = 0; i < n_; ++i)
      line[i * stride] = isInverse_ ? from_[size_t(i)] / R(n_) : from_[size_t(i)];
  }

private:
  // After each step, from_ has for each r the transform of the numbers r, r + n / length, r + 2 n /
  // length, ... of the line, in the order [r][length].
  void transformOdd(int64_t length) {
    const int64_t lines = n_ / length;
    for (int64_t r = 0; r < lines; ++r)
      for (int64_t k = 0; k < length; ++k) {
        C sum = 0;
        for (int64_t j = 0; j < length; ++j)
          sum += from_[size_t(j * lines + r)] * root(j * k % length, length);
        to_[size_t(r * length + k)] = sum;
      }
    from_.swap(to_);
  }
  // Line r of the previous step has the transform of the even numbers of the new line r. Line r +
  // lines of the previous step has the transform of the odd numbers.
  void join(int64_t length) {
    const int64_t lines = n_ / length, half = length / 2;
    for (int64_t r = 0; r < lines; ++r)
      for (int64_t k = 0; k < half; ++k) {
        const C even = from_[size_t(r * half + k)];
        const C odd = from_[size_t((r + lines) * half + k)] * root(k, length);
        to_[size_t(r * length + k)] = even + odd;
        to_[size_t(r * length + k + half)] = even - odd;
      }
    from_.swap(to_);
  }
  C root(int64_t k, int64_t length) const { return roots_[size_t(k * (n_ / length))]; }

  int64_t n_;
  bool isInverse_;
  std::vector<C> roots_, from_, to_;
};

template <typename C> struct Array {
  Dims dims;
  std::vector<C> values;
};

template <typename C> Status transformDim(Array<C>& array, size_t dim, bool isInverse) {
  const int64_t n = array.dims[dim];
  int64_t stride = 1;
  for (size_t d = dim + 1; d < array.dims.size(); ++d)
    stride *= array.dims[d];
  Transformer<C> transformer(n, isInverse);
  for (int64_t i = 0; i < int64_t(array.values.size()); ++i) {
    if (i / stride % n != 0)
      continue;
    if (isCancelled())
      return absl::CancelledError("[run] the run was cancelled");
    transformer.run(&array.values[size_t(i)], stride);
  }
  return okStatus();
}

template <typename C, typename T> Array<C> widen(const Literal& operand) {
  Array<C> array{operand.type().dims, {}};
  const bool isPair = isComplex(operand.type().dtype);
  const T* from = operand.as<T>();
  for (int64_t i = 0; i < operand.type().numElements(); ++i)
    array.values.push_back(isPair ? C(from[2 * i], from[2 * i + 1]) : C(from[i]));
  return array;
}

// Returns the array with `length` numbers in the last dimension. If the last dimension has more
// numbers, the rest is cut off. If it has fewer, the array counts as the first half of a transform
// of real numbers. The conjugates of its numbers are appended as the second half. Numbers that must
// be real lose their imaginary parts.
template <typename C> Array<C> resized(const Array<C>& array, int64_t length) {
  Array<C> result{array.dims, {}};
  const int64_t from = array.dims.back();
  result.dims.back() = length;
  for (int64_t line = 0; line < int64_t(array.values.size()); line += from)
    for (int64_t k = 0; k < length; ++k) {
      const C value = array.values[size_t(line + (k < from ? k : length - k))];
      const bool isReal = length > from && (k == 0 || 2 * k == length);
      result.values.push_back(isReal ? C(value.real()) : k < from ? value : std::conj(value));
    }
  return result;
}

template <typename T> void narrow(const std::vector<Wide<T>>& values, Literal& result) {
  const bool isPair = isComplex(result.type().dtype);
  T* to = result.mutableAs<T>();
  for (const Wide<T>& value : values) {
    *to++ = T(value.real());
    if (isPair)
      *to++ = T(value.imag());
  }
}

template <typename T> StatusOr<Literals> transformAll(const OpCall& call) {
  const FftAttrs attrs(call.attrs);
  const FftType type = attrs.fftType();
  const bool isInverse = type == FftType::IFFT || type == FftType::IRFFT;
  Literal result(call.resultType());
  if (result.type().numElements() == 0)
    return Literals{std::move(result)};
  auto array = widen<Wide<T>, T>(call.operands[0]);
  const size_t rank = array.dims.size();
  for (size_t d = rank - attrs.fftLength().size(); d + 1 < rank; ++d)
    LZ_RETURN_IF_ERROR(transformDim(array, d, isInverse));
  if (type == FftType::IRFFT)
    array = resized(array, attrs.fftLength().back());
  LZ_RETURN_IF_ERROR(transformDim(array, rank - 1, isInverse));
  if (type == FftType::RFFT)
    array = resized(array, result.type().dims.back());
  narrow<T>(array.values, result);
  return Literals{std::move(result)};
}

} // namespace

StatusOr<Literals> evalFft(const OpCall& call) {
  const bool isDouble = partType(call.operandType(0).dtype) == DType::F64;
  return isDouble ? transformAll<double>(call) : transformAll<float>(call);
}

} // namespace lz::eval
