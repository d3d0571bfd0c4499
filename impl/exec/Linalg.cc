#include "exec/Linalg.h"

#include "base/Cancel.h"
#include "exec/MatrixCalls.h"
#include "linalg/Cholesky.h"
#include "linalg/TriangularSolve.h"

#include <limits>

namespace lz::exec {

using linalg::Machine;
using linalg::Matrix;

void forMatrices(const CallArgs& args, const BatchWork& work, MatrixFn fn) {
  const CallSignature& signature = args.signature;
  std::byte* scratch = args.scratch.data();
  if (!work.isShared()) {
    const Machine machine{*signature.kernels, signature.cpu, args.pool, signature.threads};
    for (int64_t i = 0; i < work.count && !isCancelled(); ++i)
      fn(machine, i, scratch);
    return;
  }
  const Machine machine{*signature.kernels, signature.cpu, args.pool, 1};
  args.pool.parallelFor(
      work.count, 300 + Machine::ns(work.flops),
      [&](int64_t lo, int64_t hi, int worker) {
        for (int64_t i = lo; i < hi; ++i)
          fn(machine, i, scratch + worker * work.bytesOfOne);
      },
      work.workers(signature.threads));
}

namespace {

template <typename T> void fill(const Matrix<T>& matrix, bool belowDiagonal, T value) {
  for (int64_t i = 0; i < matrix.rows; ++i)
    for (int64_t j = belowDiagonal ? 0 : i + 1; j < (belowDiagonal ? i : matrix.columns); ++j)
      matrix(i, j) = value;
}

BatchWork choleskyWork(const CallSignature& s) {
  const int64_t n = rowsOf(s.operands[0]);
  return visitReal(s, [&](auto zero) {
    const int64_t bytes = linalg::choleskyScratch<decltype(zero)>(*s.kernels, n);
    return BatchWork{numMatrices(s.operands[0]), double(n) * double(n) * double(n) / 3, bytes,
                     bytes};
  });
}

BatchWork solveWork(const CallSignature& s) {
  const int64_t n = rowsOf(s.operands[0]), rows = rowsOf(s.operands[1]),
                columns = columnsOf(s.operands[1]);
  // Whichever side it stands on.
  const int64_t right = std::max(rows, columns);
  return visitReal(s, [&](auto zero) {
    using T = decltype(zero);
    return BatchWork{numMatrices(s.operands[0]), double(n) * double(rows) * double(columns),
                     linalg::triangularSolveScratch<T>(*s.kernels, 1, n, right),
                     linalg::triangularSolveScratch<T>(*s.kernels, s.threads, n, right)};
  });
}

struct WorkPlan : CallPlan {
  explicit WorkPlan(const BatchWork& work) : work(work) {}
  int64_t bytes() const override { return int64_t(sizeof(*this)); }

  const BatchWork work;
};
const BatchWork& workOf(const CallSignature& signature) {
  return static_cast<const WorkPlan&>(*signature.plan).work;
}

struct Side {
  bool left, lower, isTransposed, isUnit;
};

template <typename T>
void solve(const Machine& machine, const Matrix<const T>& a, const Side& side,
           const Matrix<const T>& b, const Matrix<T>& x, std::byte* scratch) {
  // x op(a) = b is op(a)^T x^T = b^T.
  const bool turns = side.isTransposed == side.left;
  const Matrix<const T> triangle = turns ? a.transposed() : a;
  const Matrix<const T> from = side.left ? b : b.transposed();
  const Matrix<T> to = side.left ? x : x.transposed();
  if (side.lower != turns)
    return solveTriangular(machine, triangle, side.isUnit, from, to, scratch);
  solveTriangular(machine, triangle.reversed(), side.isUnit, from.reversedRows(), to.reversedRows(),
                  scratch);
}

} // namespace

Status cholesky(const CallArgs& args) {
  const bool lower = args.signature.attr<int64_t>("lower") != 0;
  visitReal(args.signature, [&](auto zero) {
    using T = decltype(zero);
    forMatrices(args, workOf(args.signature),
                [&](const Machine& machine, int64_t i, std::byte* scratch) {
                  const Matrix<const T> a = matrixOf<T>(args.operand(0), i);
                  const Matrix<T> result = matrixOf<T>(args.result(0), i);
                  if (linalg::factorCholesky<T>(machine, lower ? a.transposed() : a,
                                                lower ? result.transposed() : result, scratch) == 0)
                    return fill(result, !lower, T(0));
                  std::fill_n(result.data, result.rows * result.columns,
                              std::numeric_limits<T>::quiet_NaN());
                });
  });
  return okStatus();
}

StatusOr<std::shared_ptr<const CallPlan>> planOfCholesky(const CallSignature& signature) {
  return std::make_shared<WorkPlan>(choleskyWork(signature));
}

Status triangularSolve(const CallArgs& args) {
  const CallSignature& s = args.signature;
  const Side side{s.attr<int64_t>("left_side") != 0, s.attr<int64_t>("lower") != 0,
                  s.attr<int64_t>("transpose_a") != 0, s.attr<int64_t>("unit_diagonal") != 0};
  visitReal(s, [&](auto zero) {
    using T = decltype(zero);
    forMatrices(args, workOf(s), [&](const Machine& machine, int64_t i, std::byte* scratch) {
      solve<T>(machine, matrixOf<T>(args.operand(0), i), side, matrixOf<T>(args.operand(1), i),
               matrixOf<T>(args.result(0), i), scratch);
    });
  });
  return okStatus();
}

StatusOr<std::shared_ptr<const CallPlan>> planOfTriangularSolve(const CallSignature& signature) {
  return std::make_shared<WorkPlan>(solveWork(signature));
}

CallNeeds needsOfMatrices(const CallSignature& signature) {
  return workOf(signature).needs(signature.threads);
}

} // namespace lz::exec
