#include "linalg/eigen/Runs.h"
#include "linalg/eigen/Views.h"

namespace lz::linalg {
namespace {

template <typename T> void gesdd(const DenseCall& call) {
  const int64_t mode = call.option("mode");
  Dense<T> a = matrixOf<T>(call, 0);
  auto u = matrixTo<T>(call, 2), vt = matrixTo<T>(call, 3);
  if (!a.allFinite())
    return fail<T>(call);
  matrixTo<T>(call, 0).setZero();
  setInfo(call, 0);
  if (mode == 'N') {
    u.setZero();
    vt.setZero();
  } else if (a.size() == 0) {
    u.setIdentity();
    vt.setIdentity();
  }
  if (a.size() == 0)
    return;
  const unsigned options = mode == 'N'   ? 0
                           : mode == 'S' ? Eigen::ComputeThinU | Eigen::ComputeThinV
                                         : Eigen::ComputeFullU | Eigen::ComputeFullV;
  const Real<T> scale = scaleOf(a);
  a = a * scale;
  Eigen::BDCSVD<Dense<T>> svd(a, options);
  if (svd.info() != Eigen::Success)
    return fail<T>(call);
  vectorTo<Real<T>>(call, 1) = svd.singularValues() * (1 / scale);
  if (mode == 'N')
    return;
  u = svd.matrixU();
  vt = svd.matrixV().adjoint();
}

} // namespace

LZ_DENSE_RUNS(kGesdd, gesdd);

} // namespace lz::linalg
