#include "linalg/eigen/Runs.h"
#include "linalg/eigen/Views.h"

namespace lz::linalg {
namespace {

// A matrix whose lower triangle is that which is given; the other one is whatever.
template <typename T> Dense<T> lowerOf(const DenseCall& call) {
  Dense<T> a = matrixOf<T>(call, 0);
  if (call.option("uplo") == 'U')
    a.adjointInPlace();
  if constexpr (!kIsReal<T>)
    a.diagonal() = a.diagonal().real().template cast<T>().eval();
  return a;
}

template <typename T> bool hasNumbers(const Dense<T>& lower) {
  for (Eigen::Index j = 0; j < lower.cols(); ++j)
    if (!lower.col(j).tail(lower.rows() - j).allFinite())
      return false;
  return true;
}

template <typename T> void syevd(const DenseCall& call) {
  auto vectors = matrixTo<T>(call, 0);
  const bool hasVectors = call.option("mode") != 'N';
  const Dense<T> a = lowerOf<T>(call);
  if (!hasNumbers(a))
    return fail<T>(call);
  if (a.rows() == 0)
    return setInfo(call, 0);
  Eigen::SelfAdjointEigenSolver<Dense<T>> solver(a, hasVectors ? Eigen::ComputeEigenvectors
                                                               : Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success)
    return fail<T>(call);
  vectorTo<Real<T>>(call, 1) = solver.eigenvalues();
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
  Eigen::Tridiagonalization<Dense<T>> reduced(a);
  a = reduced.packedMatrix();
  packed = a;
  diagonal = a.diagonal().real();
  beside = a.template diagonal<-1>().real();
  tau = reduced.householderCoefficients().head(a.rows() - 1).conjugate();
  if constexpr (!kIsReal<T>)
    packed.diagonal() = diagonal.template cast<T>();
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
