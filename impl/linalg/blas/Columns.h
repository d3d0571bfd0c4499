// Loops over columns of a matrix: sums of columns times factors, and products of columns with a
// vector. Bodies of contraction::runForClass inline them, so they use the vectors of a CPU class.
// Only for files of linalg/blas.
//
// Complex numbers are treated as pairs of real numbers. For a column a, let a' be the same column
// with the two numbers of each pair exchanged. For a factor f = (re, im),
//
//   a f = a (re, re) + a' (-im, im)
#pragma once

#include "contraction/run/vector/ForClass.h"
#include "linalg/Element.h"

#include <utility>

namespace lz::linalg {

template <typename R, int kBytes> struct VectorOf {
  typedef R Type __attribute__((vector_size(kBytes)));
  typedef R InMemory __attribute__((vector_size(kBytes), aligned(alignof(R)), may_alias));

  static LZ_INLINE InMemory& at(R* p) { return *reinterpret_cast<InMemory*>(p); }
  static LZ_INLINE const InMemory& at(const R* p) { return *reinterpret_cast<const InMemory*>(p); }
};

template <typename V, size_t... I>
LZ_INLINE void swapPairs(const V& from, V& to, std::index_sequence<I...>) {
  to = __builtin_shufflevector(from, from, (I ^ 1)...);
}
// Computes the two vectors that multiply a column: `direct` for the column itself, and `swapped`
// for the column with exchanged pairs.
template <typename E, typename V> LZ_INLINE void spread(E factor, V& direct, V& swapped) {
  constexpr int64_t kLanes = sizeof(V) / sizeof(RealOf<E>);
  for (int64_t lane = 0; lane < kLanes; ++lane)
    if constexpr (kIsComplex<E>) {
      direct[lane] = factor.re;
      swapped[lane] = lane % 2 == 0 ? -factor.im : factor.im;
    } else {
      direct[lane] = factor;
    }
}

inline constexpr int kShortest = 16; // bytes of a vector that every CPU class supports

// Computes to += sum over c of a[c] * factors[c] for whole vectors of kBytes bytes, from the real
// number with index i on. Returns the index of the first number that is not computed. From there to
// `reals` there are too few numbers for a vector.
template <int kBytes, int kColumns, typename E>
LZ_INLINE int64_t addVectors(int64_t i, int64_t reals, const E* const (&a)[kColumns],
                             const E (&factors)[kColumns], E* to) {
  using R = RealOf<E>;
  using Vectors = VectorOf<R, kBytes>;
  using V = typename Vectors::Type;
  constexpr int64_t kLanes = kBytes / int64_t(sizeof(R));
  constexpr auto kIndices = std::make_index_sequence<size_t(kLanes)>();
  R* y = reinterpret_cast<R*>(to);
  V direct[kColumns], swapped[kColumns];
  for (int c = 0; c < kColumns; ++c)
    spread(factors[c], direct[c], swapped[c]);
  for (; i + kLanes <= reals; i += kLanes) {
    V sum = Vectors::at(y + i);
    for (int c = 0; c < kColumns; ++c) {
      const V x = Vectors::at(reinterpret_cast<const R*>(a[c]) + i);
      sum += x * direct[c];
      if constexpr (kIsComplex<E>) {
        V turned;
        swapPairs(x, turned, kIndices);
        sum += turned * swapped[c];
      }
    }
    Vectors::at(y + i) = sum;
  }
  return i;
}

// Computes to[0, n) += sum over c of a[c][0, n) * factors[c].
template <int kBytes, int kColumns, typename E>
LZ_INLINE void addColumns(int64_t n, const E* const (&a)[kColumns], const E (&factors)[kColumns],
                          E* to) {
  using R = RealOf<E>;
  const int64_t reals = n * kParts<E>;
  int64_t i = addVectors<kBytes>(0, reals, a, factors, to);
  if constexpr (kBytes > kShortest)
    i = addVectors<kShortest>(i, reals, a, factors, to);
  for (i /= kParts<E>; i < n; ++i) {
    R* y = reinterpret_cast<R*>(to + i);
    for (int c = 0; c < kColumns; ++c) {
      const R* x = reinterpret_cast<const R*>(a[c] + i);
      if constexpr (kIsComplex<E>) {
        y[0] += x[0] * factors[c].re - x[1] * factors[c].im;
        y[1] += x[1] * factors[c].re + x[0] * factors[c].im;
      } else {
        y[0] += x[0] * factors[c];
      }
    }
  }
}

// The product of a column with a vector, as partial sums. `direct` sums products with the vector
// itself, and `swapped` products with the vector whose pairs are exchanged.
template <typename E> struct ColumnProduct {
  using R = RealOf<E>;
  using Vectors = VectorOf<R, kShortest>;
  using V = typename Vectors::Type;

  V direct{}, swapped{};
  // Sums for the numbers after the last whole vector. value() adds last[0] and last[1] to the even
  // and the odd lanes of `direct`, and last[2] and last[3] to those of `swapped`.
  R last[4] = {};

  LZ_INLINE void addLast(const R* a, const R* x) {
    for (int64_t i = 0; i < kParts<E>; ++i) {
      last[i] += a[i] * x[i];
      if constexpr (kIsComplex<E>)
        last[2 + i] += a[i] * x[i ^ 1];
    }
  }
  // Returns the product of the column, or of its conjugate, with the vector.
  LZ_INLINE E value(bool isConjugate) const {
    R sums[4] = {last[0], last[1], last[2], last[3]};
    for (int64_t lane = 0; lane < kShortest / int64_t(sizeof(R)); ++lane) {
      sums[lane % 2] += direct[lane];
      sums[2 + lane % 2] += swapped[lane];
    }
    if constexpr (kIsComplex<E>)
      return isConjugate ? E{sums[0] + sums[1], sums[2] - sums[3]}
                         : E{sums[0] - sums[1], sums[2] + sums[3]};
    else
      return sums[0] + sums[1];
  }
};

template <typename V, typename Half, size_t... I>
LZ_INLINE void addHalves(const V& from, Half& to, std::index_sequence<I...>) {
  to = __builtin_shufflevector(from, from, I...) +
       __builtin_shufflevector(from, from, (sizeof...(I) + I)...);
}
// Adds the two halves of a vector, repeats this until the sum has the shortest vector length, and
// adds the sum to `to`.
template <typename R, int kBytes>
LZ_INLINE void fold(const typename VectorOf<R, kBytes>::Type& from,
                    typename VectorOf<R, kShortest>::Type& to) {
  if constexpr (kBytes == kShortest) {
    to += from;
  } else {
    typename VectorOf<R, kBytes / 2>::Type half;
    addHalves(from, half, std::make_index_sequence<size_t(kBytes / 2) / sizeof(R)>());
    fold<R, kBytes / 2>(half, to);
  }
}

// Computes sums[c] += a[c] * x for kChains whole vectors of kBytes bytes at a time, from the real
// number with index i on. Returns the index of the first number that is not computed. From there to
// `reals` there are too few numbers for kChains vectors.
template <int kBytes, int kChains, int kColumns, typename E>
LZ_INLINE int64_t multiplyVectors(int64_t i, int64_t reals, const E* const (&a)[kColumns],
                                  const E* vector, ColumnProduct<E> (&sums)[kColumns]) {
  using R = RealOf<E>;
  using Vectors = VectorOf<R, kBytes>;
  using V = typename Vectors::Type;
  constexpr int64_t kLanes = kBytes / int64_t(sizeof(R));
  constexpr auto kIndices = std::make_index_sequence<size_t(kLanes)>();
  if (i + kChains * kLanes > reals)
    return i;
  const R* x = reinterpret_cast<const R*>(vector);
  V direct[kColumns][kChains] = {}, swapped[kColumns][kChains] = {};
  for (; i + kChains * kLanes <= reals; i += kChains * kLanes)
    for (int chain = 0; chain < kChains; ++chain) {
      const V values = Vectors::at(x + i + chain * kLanes);
      V turned = values;
      if constexpr (kIsComplex<E>)
        swapPairs(values, turned, kIndices);
      for (int c = 0; c < kColumns; ++c) {
        const V column = Vectors::at(reinterpret_cast<const R*>(a[c]) + i + chain * kLanes);
        direct[c][chain] += column * values;
        if constexpr (kIsComplex<E>)
          swapped[c][chain] += column * turned;
      }
    }
  for (int c = 0; c < kColumns; ++c) {
    for (int chain = 1; chain < kChains; ++chain) {
      direct[c][0] += direct[c][chain];
      swapped[c][0] += swapped[c][chain];
    }
    fold<R, kBytes>(direct[c][0], sums[c].direct);
    if constexpr (kIsComplex<E>)
      fold<R, kBytes>(swapped[c][0], sums[c].swapped);
  }
  return i;
}

// Computes sums[c] = a[c][0, n) * x[0, n). If isConjugate, uses the conjugates of a[c].
template <int kBytes, int kColumns, typename E>
LZ_INLINE void multiplyColumns(int64_t n, const E* const (&a)[kColumns], const E* x,
                               bool isConjugate, E (&sums)[kColumns]) {
  using R = RealOf<E>;
  const int64_t reals = n * kParts<E>;
  ColumnProduct<E> products[kColumns];
  int64_t i = 0;
  // Each addition to a sum waits several cycles for the addition before. So the products of a
  // single column go to several sums.
  if constexpr (kColumns == 1)
    i = multiplyVectors<kBytes, 4>(i, reals, a, x, products);
  i = multiplyVectors<kBytes, 1>(i, reals, a, x, products);
  if constexpr (kBytes > kShortest)
    i = multiplyVectors<kShortest, 1>(i, reals, a, x, products);
  for (i /= kParts<E>; i < n; ++i)
    for (int c = 0; c < kColumns; ++c)
      products[c].addLast(reinterpret_cast<const R*>(a[c] + i), reinterpret_cast<const R*>(x + i));
  for (int c = 0; c < kColumns; ++c)
    sums[c] = products[c].value(isConjugate);
}

// Adds to `to` and to `sums` what addAndMultiplyColumns adds, for whole vectors of kBytes bytes.
// The numbers are counted as reals: a complex number counts as two. Begins at number i of `reals`
// numbers. Returns the index of the first number that it did not reach, because the numbers from
// there on do not fill a vector.
template <int kBytes, int kColumns, typename E>
LZ_INLINE int64_t addAndMultiplyVectors(int64_t i, int64_t reals, const E* const (&a)[kColumns],
                                        const E (&factors)[kColumns], E* to, const E* vector,
                                        ColumnProduct<E> (&sums)[kColumns]) {
  using R = RealOf<E>;
  using Vectors = VectorOf<R, kBytes>;
  using V = typename Vectors::Type;
  constexpr int64_t kLanes = kBytes / int64_t(sizeof(R));
  constexpr auto kIndices = std::make_index_sequence<size_t(kLanes)>();
  if (i + kLanes > reals)
    return i;
  const R* x = reinterpret_cast<const R*>(vector);
  R* y = reinterpret_cast<R*>(to);
  V direct[kColumns], swapped[kColumns], products[kColumns] = {}, turns[kColumns] = {};
  for (int c = 0; c < kColumns; ++c)
    spread(factors[c], direct[c], swapped[c]);
  for (; i + kLanes <= reals; i += kLanes) {
    const V values = Vectors::at(x + i);
    V sum = Vectors::at(y + i), turned = values;
    if constexpr (kIsComplex<E>)
      swapPairs(values, turned, kIndices);
    for (int c = 0; c < kColumns; ++c) {
      const V column = Vectors::at(reinterpret_cast<const R*>(a[c]) + i);
      sum += column * direct[c];
      products[c] += column * values;
      if constexpr (kIsComplex<E>) {
        V swappedColumn;
        swapPairs(column, swappedColumn, kIndices);
        sum += swappedColumn * swapped[c];
        turns[c] += column * turned;
      }
    }
    Vectors::at(y + i) = sum;
  }
  for (int c = 0; c < kColumns; ++c) {
    fold<R, kBytes>(products[c], sums[c].direct);
    if constexpr (kIsComplex<E>)
      fold<R, kBytes>(turns[c], sums[c].swapped);
  }
  return i;
}

// Computes both to += a[c] * factors[c] and sums[c] = a[c]^H x. So the product with a Hermitian
// matrix reads only one triangle of it, and only once.
template <int kBytes, int kColumns, typename E>
LZ_INLINE void addAndMultiplyColumns(int64_t n, const E* const (&a)[kColumns],
                                     const E (&factors)[kColumns], E* to, const E* x,
                                     E (&sums)[kColumns]) {
  using R = RealOf<E>;
  const int64_t reals = n * kParts<E>;
  ColumnProduct<E> products[kColumns];
  int64_t i = addAndMultiplyVectors<kBytes>(0, reals, a, factors, to, x, products);
  if constexpr (kBytes > kShortest)
    i = addAndMultiplyVectors<kShortest>(i, reals, a, factors, to, x, products);
  for (i /= kParts<E>; i < n; ++i)
    for (int c = 0; c < kColumns; ++c) {
      to[i] = minus(to[i], minus(E{}, times(a[c][i], factors[c])));
      products[c].addLast(reinterpret_cast<const R*>(a[c] + i), reinterpret_cast<const R*>(x + i));
    }
  for (int c = 0; c < kColumns; ++c)
    sums[c] = products[c].value(true);
}

} // namespace lz::linalg
