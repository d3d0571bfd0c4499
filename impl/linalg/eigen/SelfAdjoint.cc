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

template <typename T> void syevd(const DenseCall& call) {
  auto vectors = matrixTo<T>(call, 0);
  const bool hasVectors = call.option("mode") != 'N';
  Dense<T> a = lowerOf<T>(call);
  if (!a.allFinite())
    return fail<T>(call);
  if (a.rows() == 0)
    return setInfo(call, 0);
  const Real<T> scale = scaleOf(a);
  a = a * scale;
  Eigen::SelfAdjointEigenSolver<Dense<T>> solver(a, hasVectors ? Eigen::ComputeEigenvectors
                                                               : Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success)
    return fail<T>(call);
  vectorTo<Real<T>>(call, 1) = solver.eigenvalues() * (1 / scale);
  if (hasVectors)
    vectors = solver.eigenvectors();
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
