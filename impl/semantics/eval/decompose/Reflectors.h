// Householder's reflectors h = 1 - tau v v^H, with LAPACK's signs.
#pragma once

#include "semantics/eval/decompose/Dense.h"

namespace lz::decompose {

template <typename T> class Reflectors {
public:
  // Makes room for `count` reflectors, each with a vector of `length` numbers.
  Reflectors(int64_t length, int64_t count) : vectors_(length, count), taus_(size_t(count)) {}

  // Reads the vectors below the diagonal of `packed`.
  static Reflectors unpack(const Dense<T>& packed, const std::vector<T>& taus) {
    Reflectors all(packed.rows, int64_t(taus.size()));
    all.taus_ = taus;
    for (int64_t k = 0; k < all.count(); ++k) {
      all.vectors_(k, k) = 1;
      for (int64_t i = k + 1; i < packed.rows; ++i)
        all.vectors_(i, k) = packed(i, k);
    }
    return all;
  }

  int64_t count() const { return int64_t(taus_.size()); }
  const std::vector<T>& taus() const { return taus_; }

  // Computes reflector k and replaces a by h^H a. In the new a, element (row, j) is real, and the
  // elements below it are zero. If the column has this form already, the reflector is 1.
  void reduceColumn(int64_t k, Dense<T>& a, int64_t row, int64_t j) {
    Real below = 0;
    for (int64_t i = row + 1; i < a.rows; ++i)
      below += std::norm(a(i, j));
    const T first = a(row, j);
    vectors_(row, k) = 1;
    if (below == 0 && std::imag(first) == 0)
      return;
    const Real length = -std::copysign(std::sqrt(std::norm(first) + below), std::real(first));
    for (int64_t i = row + 1; i < a.rows; ++i)
      vectors_(i, k) = a(i, j) / (first - length);
    taus_[size_t(k)] = (length - first) / length;
    applyLeft(k, a, true);
    a(row, j) = length;
    for (int64_t i = row + 1; i < a.rows; ++i)
      a(i, j) = 0;
  }

  // Computes h a, or h^H a.
  void applyLeft(int64_t k, Dense<T>& a, bool isAdjoint) const {
    const T tau = tauOf(k, isAdjoint);
    for (int64_t j = 0; j < a.columns; ++j) {
      T sum = 0;
      for (int64_t i = 0; i < a.rows; ++i)
        sum += conjugate(vectors_(i, k)) * a(i, j);
      for (int64_t i = 0; i < a.rows; ++i)
        a(i, j) -= tau * sum * vectors_(i, k);
    }
  }
  // Computes a h, or a h^H.
  void applyRight(int64_t k, Dense<T>& a, bool isAdjoint) const {
    const T tau = tauOf(k, isAdjoint);
    for (int64_t i = 0; i < a.rows; ++i) {
      T sum = 0;
      for (int64_t j = 0; j < a.columns; ++j)
        sum += a(i, j) * vectors_(j, k);
      for (int64_t j = 0; j < a.columns; ++j)
        a(i, j) -= tau * sum * conjugate(vectors_(j, k));
    }
  }

  // Returns the product of all reflectors, in which the first one is leftmost.
  Dense<T> product() const {
    Dense<T> q = identity<T>(vectors_.rows);
    for (int64_t k = count(); k-- > 0;)
      applyLeft(k, q, false);
    return q;
  }

  // Returns `a` with the vector of each reflector k stored in column k, below row k + beside.
  // reduceColumn has left zeros at these places.
  Dense<T> packInto(Dense<T> a, int64_t beside) const {
    for (int64_t k = 0; k < count(); ++k)
      for (int64_t i = k + beside + 1; i < a.rows; ++i)
        a(i, k) = vectors_(i, k);
    return a;
  }

private:
  T tauOf(int64_t k, bool isAdjoint) const {
    return isAdjoint ? conjugate(taus_[size_t(k)]) : taus_[size_t(k)];
  }

  Dense<T> vectors_;
  std::vector<T> taus_;
};

// Reduces a to h with a = q h q^H. h is zero below its subdiagonal. Returns the reflectors of q.
template <typename T> Reflectors<T> reduceToHessenberg(Dense<T>& a) {
  Reflectors<T> all(a.rows, a.rows > 0 ? a.rows - 1 : 0);
  for (int64_t k = 0; k < all.count(); ++k) {
    all.reduceColumn(k, a, k + 1, k);
    all.applyRight(k, a, false);
  }
  return all;
}

} // namespace lz::decompose
