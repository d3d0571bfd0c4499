#include "linalg/eigen/Runs.h"
#include "linalg/eigen/Views.h"

namespace lz::linalg {
namespace {

template <typename T> using ComplexOf = std::complex<Real<T>>;

// Of an upper triangle, as columns.
template <typename T> Dense<T> triangleVectors(const Dense<T>& t) {
  using R = Real<T>;
  const Eigen::Index n = t.rows();
  const R least = std::max(t.cwiseAbs().maxCoeff() * std::numeric_limits<R>::epsilon(),
                           std::numeric_limits<R>::min());
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

template <typename T> struct Eigen1 {
  Column<ComplexOf<T>> values;
  Dense<ComplexOf<T>> vectors;
};

// Right eigenvectors of a Schur form. That of a real one stays as it is in the iteration, which
// finds its blocks where they are.
template <typename T> Eigen1<T> schurVectors(const Dense<T>& t) {
  if constexpr (kIsReal<T>) {
    Eigen::EigenSolver<Dense<T>> solver(t, true);
    return {solver.eigenvalues(), solver.eigenvectors()};
  } else {
    return {t.diagonal(), triangleVectors<T>(t)};
  }
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

// The vectors of a to the left are those of t^H reversed, which is an upper triangle again.
template <typename T>
void leftVectors(const Dense<T>& t, const Dense<T>& u, Dense<ComplexOf<T>>& left) {
  const Eigen1<T> reversed = schurVectors<T>(t.adjoint().reverse());
  left = u.template cast<ComplexOf<T>>() * reversed.vectors.reverse();
}

template <typename T> void geev(const DenseCall& call) {
  using C = ComplexOf<T>;
  const Dense<T> a = matrixOf<T>(call, 0);
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
  Schur schur(a, hasLeft || hasRight);
  if (schur.info() != Eigen::Success)
    return fail<T>(call);
  Dense<T> t = schur.matrixT();
  if constexpr (!kIsReal<T>)
    t.template triangularView<Eigen::StrictlyLower>().setZero();
  const Eigen1<T> of = schurVectors<T>(t);
  if constexpr (kIsReal<T>) {
    vectorTo<T>(call, 0) = of.values.real();
    vectorTo<T>(call, 1) = of.values.imag();
  } else {
    vectorTo<T>(call, 0) = of.values;
  }
  Dense<C> product;
  if (hasRight) {
    product = schur.matrixU().template cast<C>() * of.vectors;
    normalize(product);
    right = product;
  }
  if (hasLeft) {
    leftVectors<T>(t, schur.matrixU(), product);
    normalize(product);
    left = product;
  }
}

} // namespace

LZ_DENSE_RUNS(kGeev, geev);

} // namespace lz::linalg
