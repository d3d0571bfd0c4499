#include "linalg/eigen/Runs.h"
#include "linalg/eigen/Views.h"

namespace lz::linalg {
namespace {

template <typename T>
using SchurOf =
    std::conditional_t<kIsReal<T>, Eigen::RealSchur<Dense<T>>, Eigen::ComplexSchur<Dense<T>>>;

// Rows and columns i and i + 1 turned so that the block of a pair of complex eigenvalues has one
// number on its diagonal, as LAPACK's have.
template <typename R> void makeEqual(Dense<R>& t, Dense<R>& vectors, Eigen::Index i) {
  const R p = (t(i, i) - t(i + 1, i + 1)) / 2, sum = t(i, i + 1) + t(i + 1, i);
  if (p == 0)
    return;
  // The diagonal's difference is 2 p cos 2x - sum sin 2x at an angle of x.
  const R angle = std::atan2(2 * p, sum) / 2;
  R c = std::cos(angle), s = std::sin(angle);
  if (std::abs(s) > std::abs(c)) { // the turn by a quarter more also is one
    std::swap(c, s);
    s = -s;
  }
  const Eigen::JacobiRotation<R> turn(c, s);
  t.rightCols(t.cols() - i).applyOnTheLeft(i, i + 1, turn.adjoint());
  t.topRows(i + 2).applyOnTheRight(i, i + 1, turn);
  if (vectors.size() > 0)
    vectors.applyOnTheRight(i, i + 1, turn);
  t(i, i) = t(i + 1, i + 1) = (t(i, i) + t(i + 1, i + 1)) / 2;
}

template <typename R> void eigenvaluesOf(const Dense<R>& t, const DenseCall& call) {
  auto re = vectorTo<R>(call, 2), im = vectorTo<R>(call, 3);
  re = t.diagonal();
  im.setZero();
  for (Eigen::Index i = 0; i + 1 < t.rows(); ++i)
    if (t(i + 1, i) != 0) {
      im(i) = std::sqrt(std::abs(t(i, i + 1))) * std::sqrt(std::abs(t(i + 1, i)));
      im(i + 1) = -im(i);
    }
}

template <typename T> void gees(const DenseCall& call) {
  const bool hasVectors = call.option("mode") != 'N';
  Dense<T> a = matrixOf<T>(call, 0);
  const size_t selected = call.resultTypes.size() - 2;
  if (!a.allFinite())
    return fail<T>(call);
  setInfo(call, 0);
  *reinterpret_cast<int32_t*>(call.results[selected]) = 0;
  if (a.rows() == 0)
    return;
  const Real<T> scale = scaleOf(a);
  a = a * scale;
  SchurOf<T> schur(a, hasVectors);
  if (schur.info() != Eigen::Success)
    return fail<T>(call);
  Dense<T> t = schur.matrixT(), vectors;
  if (hasVectors)
    vectors = schur.matrixU();
  if constexpr (kIsReal<T>) {
    for (Eigen::Index i = 0; i + 1 < t.rows(); ++i)
      if (t(i + 1, i) != 0)
        makeEqual(t, vectors, i++);
    for (Eigen::Index j = 0; j + 2 < t.cols(); ++j)
      t.col(j).tail(t.rows() - j - 2).setZero();
  } else {
    t.template triangularView<Eigen::StrictlyLower>().setZero();
  }
  t = t * (1 / scale);
  if constexpr (kIsReal<T>)
    eigenvaluesOf(t, call);
  else
    vectorTo<T>(call, 2) = t.diagonal();
  matrixTo<T>(call, 0) = t;
  if (hasVectors)
    matrixTo<T>(call, 1) = vectors;
  else
    matrixTo<T>(call, 1).setZero();
}

template <typename T> void gehrd(const DenseCall& call) {
  setInfo(call, 0);
  Dense<T> a = matrixOf<T>(call, 0);
  auto packed = matrixTo<T>(call, 0);
  packed = a;
  if (a.rows() < 2)
    return;
  const Real<T> scale = scaleOf(a);
  a = a * scale;
  const Eigen::HessenbergDecomposition<Dense<T>> reduced(a);
  packed = reduced.packedMatrix();
  scaleAbove(packed, 1, 1 / scale);
  vectorTo<T>(call, 1) = reduced.householderCoefficients().conjugate();
}

} // namespace

LZ_DENSE_RUNS(kGees, gees);
LZ_DENSE_RUNS(kGehrd, gehrd);

} // namespace lz::linalg
