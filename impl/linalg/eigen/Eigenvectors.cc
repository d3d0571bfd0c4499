#include "linalg/eigen/Runs.h"
#include "linalg/eigen/Views.h"

#include <optional>

namespace lz::linalg {
namespace {

template <typename T> using ComplexOf = std::complex<Real<T>>;

// Of an upper triangle, as columns. Its numbers are near 1: eigenvalues closer than roundoff count
// as so far apart.
template <typename T> Dense<T> triangleVectors(const Dense<T>& t) {
  using R = Real<T>;
  const Eigen::Index n = t.rows();
  const R least = std::numeric_limits<R>::epsilon();
  Dense<T> x = Dense<T>::Zero(n, n);
  for (Eigen::Index k = n; k-- > 0;) {
    x(k, k) = 1;
    for (Eigen::Index i = k; i-- > 0;) {
      T sum = t(i, k) * x(k, k);
      if (k - i > 1)
        sum += (t.row(i).segment(i + 1, k - i - 1) * x.col(k).segment(i + 1, k - i - 1)).value();
      const T difference = t(i, i) - t(k, k);
      x(i, k) = -sum / (std::abs(difference) < least ? T(least) : difference);
      // The rest of a defective matrix's vector would grow beyond all numbers.
      if (const R size = std::abs(x(i, k)); size > 1 / least)
        x.col(k).segment(i, k - i + 1) /= size;
    }
    x.col(k).stableNormalize();
  }
  return x;
}

template <typename T> struct EigenPairs {
  Column<ComplexOf<T>> values;
  Dense<ComplexOf<T>> vectors;
};

// Of a Schur form: eigenvalues and, if they are wanted, right eigenvectors. None if Eigen fails.
// Eigen's solver finds a real Schur form already reduced, so it leaves it as it is and only
// computes the vectors.
template <typename T>
std::optional<EigenPairs<T>> pairsOf(const Dense<T>& t, bool areVectorsWanted) {
  EigenPairs<T> pairs;
  if constexpr (kIsReal<T>) {
    const Eigen::EigenSolver<Dense<T>> solver(t, areVectorsWanted);
    if (solver.info() != Eigen::Success)
      return std::nullopt;
    pairs.values = solver.eigenvalues();
    if (areVectorsWanted)
      pairs.vectors = solver.eigenvectors();
  } else {
    pairs.values = t.diagonal();
    if (areVectorsWanted)
      pairs.vectors = triangleVectors<T>(t);
  }
  return pairs;
}

// Norms of 1 and a real largest element.
template <typename C> void normalize(Dense<C>& vectors) {
  for (Eigen::Index j = 0; j < vectors.cols(); ++j) {
    auto v = vectors.col(j);
    v.stableNormalize();
    if ((v.imag().array() == 0).all())
      continue;
    Eigen::Index largest = 0;
    v.cwiseAbs2().maxCoeff(&largest);
    const auto size = std::abs(v(largest));
    v *= std::conj(v(largest)) / size;
    v(largest) = size;
  }
}

// The vectors to the left are those of t^H reversed, which is an upper triangle again. False if
// Eigen fails.
template <typename T>
bool findLeftVectors(const Dense<T>& t, const Dense<T>& u, Dense<ComplexOf<T>>& left) {
  const auto reversed = pairsOf<T>(t.adjoint().reverse(), true);
  if (reversed)
    left = u.template cast<ComplexOf<T>>() * reversed->vectors.reverse();
  return reversed.has_value();
}

template <typename T> void setValues(const DenseCall& call, const Column<ComplexOf<T>>& values) {
  if constexpr (kIsReal<T>) {
    vectorTo<T>(call, 0) = values.real();
    vectorTo<T>(call, 1) = values.imag();
  } else {
    vectorTo<T>(call, 0) = values;
  }
}

template <typename T> void geev(const DenseCall& call) {
  using C = ComplexOf<T>;
  Dense<T> a = matrixOf<T>(call, 0);
  const size_t vectors = call.resultTypes.size() - 3;
  const bool hasLeft = call.option("compute_left") == 'V',
             hasRight = call.option("compute_right") == 'V';
  auto left = matrixTo<C>(call, vectors), right = matrixTo<C>(call, vectors + 1);
  if (!a.allFinite())
    return fail<T>(call);
  setInfo(call, 0);
  if (a.rows() == 0)
    return;
  left.setZero();
  right.setZero();
  using Schur =
      std::conditional_t<kIsReal<T>, Eigen::RealSchur<Dense<T>>, Eigen::ComplexSchur<Dense<T>>>;
  const Real<T> scale = scaleOf(a);
  a = a * scale;
  Schur schur(a, hasLeft || hasRight);
  if (schur.info() != Eigen::Success)
    return fail<T>(call);
  Dense<T> t = schur.matrixT();
  if constexpr (!kIsReal<T>)
    t.template triangularView<Eigen::StrictlyLower>().setZero();
  const auto pairs = pairsOf<T>(t, hasRight);
  if (!pairs)
    return fail<T>(call);
  setValues<T>(call, pairs->values * (1 / scale));
  Dense<C> product;
  if (hasRight) {
    product = schur.matrixU().template cast<C>() * pairs->vectors;
    normalize(product);
    right = product;
  }
  if (hasLeft) {
    if (!findLeftVectors<T>(t, schur.matrixU(), product))
      return fail<T>(call);
    normalize(product);
    left = product;
  }
}

} // namespace

LZ_DENSE_RUNS(kGeev, geev);

} // namespace lz::linalg
