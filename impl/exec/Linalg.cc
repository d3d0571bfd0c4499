#include "exec/Linalg.h"

#include "base/Cancel.h"
#include "exec/MatrixCalls.h"
#include "linalg/Cholesky.h"
#include "linalg/TriangularSolve.h"

#include <limits>

namespace lz::exec {

using linalg::LaneGroup;
using linalg::Machine;
using linalg::Matrix;
using linalg::TriangleSide;

CallNeeds BatchWork::needs(int threads) const {
  if (plan.matrices == 0)
    return {0, 1000};
  const int64_t bytes = dividesBatch() ? workers(threads) * plan.scratchBytes()
                                       : plan.scratchBytes(/*isForAll=*/true);
  return {bytes, 1000 + plan.ns()};
}

void forMatrices(const CallArgs& args, const BatchWork& work, MatrixFn fn) {
  const CallSignature& signature = args.signature;
  const linalg::BatchPlan& plan = work.plan;
  std::byte* scratch = args.scratch.data();
  if (!work.dividesBatch()) {
    const Machine machine{*signature.kernels, signature.cpu, args.pool, signature.threads};
    for (int64_t i = 0; i < plan.matrices && !isCancelled(); ++i)
      fn(machine, i, scratch);
    return;
  }
  const Machine machine{*signature.kernels, signature.cpu, args.pool, 1};
  args.pool.parallelFor(
      plan.matrices, plan.one.ns,
      [&](int64_t lo, int64_t hi, int worker) {
        for (int64_t i = lo; i < hi; ++i)
          fn(machine, i, scratch + worker * plan.one.bytesOfOne);
      },
      work.workers(signature.threads));
}

void forGroups(const CallArgs& args, const BatchWork& work, GroupFn fn) {
  const linalg::BatchPlan& plan = work.plan;
  args.pool.parallelFor(
      plan.groups(), plan.group.ns,
      [&](int64_t lo, int64_t hi, int worker) {
        std::byte* scratch = args.scratch.data() + worker * plan.group.scratchBytes;
        for (int64_t i = lo; i < hi; ++i) {
          const int64_t first = i * plan.together();
          fn({args.signature.cpu, std::min(plan.together(), plan.matrices - first), scratch},
             first);
        }
      },
      work.workers(args.signature.threads));
}

namespace {

template <typename T> void fill(const Matrix<T>& matrix, bool belowDiagonal, T value) {
  for (int64_t i = 0; i < matrix.rows; ++i)
    for (int64_t j = belowDiagonal ? 0 : i + 1; j < (belowDiagonal ? i : matrix.columns); ++j)
      matrix(i, j) = value;
}

BatchWork choleskyWork(const CallSignature& s) {
  const int64_t n = linalg::rowsOf(s.operands[0]);
  const double products = double(n) * double(n) * double(n) / 3;
  return visitReal(s, [&](auto zero) {
    using T = decltype(zero);
    const int64_t bytes = linalg::choleskyScratch<T>(*s.kernels, n);
    const linalg::MatrixNeeds one{nsOf(factorCosts(s).cholesky, s, n, products), bytes, bytes};
    return planned<T>(s, one, linalg::choleskyNeeds<T>(s.cpu, n), n);
  });
}

TriangleSide sideOf(const CallSignature& s) {
  const auto& attrs = s.attrsOf<TriangularSolveCallAttrs>();
  return {attrs.leftSide != 0, attrs.lower != 0, attrs.transposeA != 0, attrs.unitDiagonal != 0};
}

BatchWork solveWork(const CallSignature& s) {
  const int64_t n = linalg::rowsOf(s.operands[0]), rows = linalg::rowsOf(s.operands[1]),
                columns = linalg::columnsOf(s.operands[1]);
  const double products = double(n) * double(rows) * double(columns);
  // The triangular matrix can be on the left or on the right. The scratch must suffice for both
  // cases.
  const int64_t right = std::max(rows, columns);
  return visitReal(s, [&](auto zero) {
    using T = decltype(zero);
    const linalg::MatrixNeeds one{
        nsOf(factorCosts(s).solve, s, n, products),
        linalg::triangularSolveScratch<T>(*s.kernels, 1, n, right),
        linalg::triangularSolveScratch<T>(*s.kernels, s.threads, n, right)};
    // Threads divide the columns of the right-hand side, and each thread uses the full triangular
    // matrix. So there is only one loop.
    return planned<T>(s, one, linalg::solveNeeds<T>(s.cpu, sideOf(s), rows, columns), 1);
  });
}

const BatchWork& workOf(const CallSignature& signature) {
  return static_cast<const BatchWork&>(*signature.plan);
}

} // namespace

Status cholesky(const CallArgs& args) {
  const bool lower = args.signature.attrsOf<CholeskyCallAttrs>().lower.value_or(0) != 0;
  const BatchWork& work = workOf(args.signature);
  visitReal(args.signature, [&](auto zero) {
    using T = decltype(zero);
    const int64_t n = linalg::rowsOf(args.operand(0).type);
    if (work.plan.isInLanes)
      return forGroups(args, work, [&](const LaneGroup& group, int64_t first) {
        linalg::factorCholesky<T>(group, n, lower, matrixOf<T>(args.operand(0), first).data,
                                  matrixOf<T>(args.result(0), first).data);
      });
    forMatrices(args, work, [&](const Machine& machine, int64_t i, std::byte* scratch) {
      const Matrix<const T> a = matrixOf<T>(args.operand(0), i);
      const Matrix<T> result = matrixOf<T>(args.result(0), i);
      if (linalg::factorCholesky<T>(machine, lower ? a.transposed() : a,
                                    lower ? result.transposed() : result, scratch) == 0)
        return fill(result, !lower, T(0));
      std::fill_n(result.data, n * n, std::numeric_limits<T>::quiet_NaN());
    });
  });
  return okStatus();
}

StatusOr<std::shared_ptr<const CallPlan>> planOfCholesky(const CallSignature& signature) {
  return std::make_shared<BatchWork>(choleskyWork(signature));
}

Status triangularSolve(const CallArgs& args) {
  const CallSignature& s = args.signature;
  const TriangleSide side = sideOf(s);
  const BatchWork& work = workOf(s);
  visitReal(s, [&](auto zero) {
    using T = decltype(zero);
    if (work.plan.isInLanes)
      return forGroups(args, work, [&](const LaneGroup& group, int64_t first) {
        linalg::solveTriangular<T>(
            group, side, linalg::rowsOf(s.operands[1]), linalg::columnsOf(s.operands[1]),
            matrixOf<T>(args.operand(0), first).data, matrixOf<T>(args.operand(1), first).data,
            matrixOf<T>(args.result(0), first).data);
      });
    forMatrices(args, work, [&](const Machine& machine, int64_t i, std::byte* scratch) {
      const Matrix<const T> a = matrixOf<T>(args.operand(0), i),
                            b = matrixOf<T>(args.operand(1), i);
      linalg::solveTriangular<T>(machine, lowerOnLeft(side, a), side.isUnit, rightOfLower(side, b),
                                 rightOfLower(side, matrixOf<T>(args.result(0), i)), scratch);
    });
  });
  return okStatus();
}

StatusOr<std::shared_ptr<const CallPlan>> planOfTriangularSolve(const CallSignature& signature) {
  return std::make_shared<BatchWork>(solveWork(signature));
}

CallNeeds needsOfMatrices(const CallSignature& signature) {
  return workOf(signature).needs(signature.threads);
}

} // namespace lz::exec
