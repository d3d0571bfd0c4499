#include "linalg/eigen/Runs.h"
#include "linalg/eigen/Views.h"

namespace lz::linalg {
namespace {

// What is not read is zero: it has no scale, and may be no number.
template <typename T> void keepLower(Dense<T>& a) {
  a.template triangularView<Eigen::StrictlyUpper>().setZero();
  if constexpr (!kIsReal<T>)
    a.diagonal() = a.diagonal().real().template cast<T>().eval();
}

// A matrix whose lower triangle is that which is given.
template <typename T> Dense<T> lowerOf(const DenseCall& call) {
  Dense<T> a = matrixOf<T>(call, 0);
  if (call.option("uplo") == 'U')
    a.adjointInPlace();
  keepLower(a);
  return a;
}

// In f64 at least: in f32 Eigen's values of 1024 rows are off by 1,300 ulp of the greatest one, and
// LAPACK's by 6.
template <typename T> void syevd(const DenseCall& call) {
  using W = Wide<T>;
  auto vectors = matrixTo<T>(call, 0);
  const bool hasVectors = call.option("mode") != 'N';
  Dense<W> a = lowerOf<T>(call).template cast<W>();
  if (!a.allFinite())
    return fail<T>(call);
  if (a.rows() == 0)
    return setInfo(call, 0);
  const Real<W> scale = scaleOf(a);
  a = a * scale;
  Eigen::SelfAdjointEigenSolver<Dense<W>> solver(a, hasVectors ? Eigen::ComputeEigenvectors
                                                               : Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success)
    return fail<T>(call);
  vectorTo<Real<T>>(call, 1) = (solver.eigenvalues() * (1 / scale)).template cast<Real<T>>();
  if (hasVectors)
    vectors = solver.eigenvectors().template cast<T>();
  else
    vectors.setZero();
  setInfo(call, 0);
}

// LAPACK reduces an upper triangle from its end: as a lower one with rows and columns reversed.
template <typename T> void sytrd(const DenseCall& call) {
  auto packed = matrixTo<T>(call, 0);
  auto diagonal = vectorTo<Real<T>>(call, 1), beside = vectorTo<Real<T>>(call, 2);
  auto tau = vectorTo<T>(call, 3);
  setInfo(call, 0);
  Dense<T> a = matrixOf<T>(call, 0);
  if (a.rows() == 0)
    return;
  const bool isUpper = call.option("uplo") == 'U';
  if (isUpper)
    a = a.reverse().eval();
  packed = a;
  keepLower(a);
  const Real<T> scale = scaleOf(a);
  a = a * scale;
  Eigen::Tridiagonalization<Dense<T>> reduced(a);
  a = reduced.packedMatrix();
  diagonal = a.diagonal().real() * (1 / scale);
  beside = a.template diagonal<-1>().real() * (1 / scale);
  packed.template triangularView<Eigen::StrictlyLower>() = a;
  packed.diagonal() = diagonal.template cast<T>();
  packed.template diagonal<-1>() = beside.template cast<T>();
  tau = reduced.householderCoefficients().head(a.rows() - 1).conjugate();
  if (!isUpper)
    return;
  packed.reverseInPlace();
  diagonal.reverseInPlace();
  beside.reverseInPlace();
  tau.reverseInPlace();
}

} // namespace

LZ_DENSE_RUNS(kSyevd, syevd);
LZ_DENSE_RUNS(kSytrd, sytrd);

} // namespace lz::linalg
