#include "linalg/eigen/Runs.h"
#include "linalg/eigen/Views.h"

namespace lz::linalg {
namespace {

// Columns that `first` marks come first, as they are; of the others the one with the most left
// below is the next.
template <typename T> class PivotedQr {
public:
  PivotedQr(Dense<T> a, int32_t* columns)
      : a_(std::move(a)), columns_(columns), work_(a_.cols()), norms_(a_.cols()),
        wholeNorms_(a_.cols()) {
    for (Eigen::Index j = 0; j < a_.cols(); ++j) {
      const bool comesFirst = columns_[j] != 0;
      columns_[j] = int32_t(j) + 1;
      if (comesFirst)
        exchange(j, fixed_++);
    }
  }

  // Returns the factors.
  const Dense<T>& run(Eigen::Map<Column<T>> tau) {
    for (Eigen::Index j = fixed_; j < a_.cols(); ++j)
      norms_(j) = wholeNorms_(j) = a_.col(j).stableNorm();
    for (Eigen::Index k = 0; k < tau.size(); ++k) {
      if (k >= fixed_)
        exchange(k, largestFrom(k));
      reflect(k, tau(k));
      for (Eigen::Index j = std::max(k + 1, fixed_); j < a_.cols(); ++j)
        k < fixed_ ? measure(j, k + 1) : reduceNorm(j, k);
    }
    return a_;
  }

private:
  using R = Real<T>;

  void exchange(Eigen::Index i, Eigen::Index j) {
    if (i == j)
      return;
    a_.col(i).swap(a_.col(j));
    std::swap(columns_[i], columns_[j]);
    std::swap(norms_(i), norms_(j));
    std::swap(wholeNorms_(i), wholeNorms_(j));
  }
  Eigen::Index largestFrom(Eigen::Index k) const {
    Eigen::Index at = k;
    for (Eigen::Index j = k + 1; j < a_.cols(); ++j)
      if (norms_(j) > norms_(at))
        at = j;
    return at;
  }
  void reflect(Eigen::Index k, T& tau) {
    R beta;
    T h;
    const Eigen::Index rows = a_.rows() - k;
    a_.col(k).tail(rows).makeHouseholderInPlace(h, beta);
    a_(k, k) = beta;
    a_.bottomRightCorner(rows, a_.cols() - k - 1)
        .applyHouseholderOnTheLeft(a_.col(k).tail(rows - 1), h, work_.data());
    tau = Eigen::numext::conj(h);
  }
  void measure(Eigen::Index j, Eigen::Index row) {
    norms_(j) = wholeNorms_(j) = a_.col(j).tail(a_.rows() - row).stableNorm();
  }
  // Without row k; anew where little is left of what was measured.
  void reduceNorm(Eigen::Index j, Eigen::Index k) {
    if (norms_(j) == 0)
      return;
    const R ratio = std::abs(a_(k, j)) / norms_(j),
            rest = std::max(R(0), (1 + ratio) * (1 - ratio));
    const R share = norms_(j) / wholeNorms_(j);
    if (!(rest * share * share > std::sqrt(std::numeric_limits<R>::epsilon())))
      return measure(j, k + 1);
    norms_(j) *= std::sqrt(rest);
  }

  Dense<T> a_;
  int32_t* const columns_;
  Column<T> work_;
  Column<R> norms_, wholeNorms_;
  Eigen::Index fixed_ = 0;
};

template <typename T> void geqp3(const DenseCall& call) {
  auto* columns = reinterpret_cast<int32_t*>(call.results[1]);
  std::copy_n(reinterpret_cast<const int32_t*>(call.operands[1]), columnsOf(call.resultTypes[1]),
              columns);
  Dense<T> a = matrixOf<T>(call, 0);
  const Real<T> scale = scaleOf(a);
  a = a * scale;
  PivotedQr<T> qr(std::move(a), columns);
  auto packed = matrixTo<T>(call, 0);
  packed = qr.run(vectorTo<T>(call, 2));
  scaleAbove(packed, 0, 1 / scale);
}

// c times a product of reflectors, or its adjoint.
template <typename T> void ormqr(const DenseCall& call) {
  const Dense<T> a = matrixOf<T>(call, 0);
  const Column<T> tau = vectorOf<T>(call, 1);
  Dense<T> c = matrixOf<T>(call, 2);
  const auto q = Eigen::householderSequence(a, tau);
  const bool isLeft = call.option("left") != 0, isAdjoint = call.option("transpose") != 0;
  if (c.size() > 0 && tau.size() > 0) {
    if (isLeft)
      isAdjoint ? c.applyOnTheLeft(q.adjoint()) : c.applyOnTheLeft(q);
    else
      isAdjoint ? c.applyOnTheRight(q.adjoint()) : c.applyOnTheRight(q);
  }
  matrixTo<T>(call, 0) = c;
}

} // namespace

LZ_DENSE_RUNS(kGeqp3, geqp3);
LZ_DENSE_RUNS(kOrmqr, ormqr);

} // namespace lz::linalg
