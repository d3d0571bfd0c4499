// The matrices of a call's buffers, and how threads share a batch of them. Internal to exec.
#pragma once

#include "absl/functional/function_ref.h"
#include "exec/Calls.h"
#include "linalg/Machine.h"
#include "linalg/Matrix.h"
#include "linalg/MatrixShape.h"
#include "linalg/lanes/BatchPlan.h"
#include "linalg/lanes/Factors.h"

#include <algorithm>

namespace lz::exec {

template <typename T> linalg::Matrix<T> matrixOf(const CallView& view, int64_t index) {
  const int64_t rows = linalg::rowsOf(view.type), columns = linalg::columnsOf(view.type);
  return linalg::rowMajor(view.as<T>().data() + index * rows * columns, rows, columns);
}
// Vector `index` of a batch.
template <typename T> T* vectorOf(const CallView& view, int64_t index) {
  return view.as<T>().data() + index * view.type.dims.back();
}

// The predicted time of one matrix with so many rows or columns that have a pivot.
inline double nsOf(const MatrixCosts& costs, const CallSignature& signature, int64_t steps,
                   double products) {
  const DType type = signature.operandType();
  const int64_t bytes = type == DType::F64 || type == DType::C128 ? 8 : 4;
  const auto lanes = double(linalg::lanesOf(signature.cpu, bytes));
  return costs.call + costs.step * double(steps) +
         products * (costs.product + costs.vectorProduct / lanes);
}
inline const FactorCosts& factorCosts(const CallSignature& signature) {
  return libraryCosts(signature.cpu).factors;
}

// How the matrices of a call are computed: the plan of their batch, and whether threads share the
// batch or each matrix of it. It is the plan of the call.
struct BatchWork : CallPlan {
  BatchWork() = default;
  BatchWork(const linalg::BatchPlan& plan, int64_t loops) : plan(plan), loops(loops) {}
  int64_t bytes() const override { return int64_t(sizeof(*this)); }
  std::string print() const override { return linalg::print(plan); }
  std::string explain() const override { return linalg::explain(plan); }

  // Whether each matrix, or each group, is done by one thread. Otherwise the threads share each
  // matrix: that is worth it where each loop of its algorithm takes as long as a loop that the pool
  // shares at least.
  bool isShared() const {
    return plan.isInLanes ||
           (plan.matrices > 1 && plan.one.ns < 2 * ThreadPool::kGrainNs * double(loops));
  }
  int workers(int threads) const { return int(std::clamp<int64_t>(plan.groups(), 1, threads)); }
  CallNeeds needs(int threads) const;

  linalg::BatchPlan plan{};
  int64_t loops = 1; // of an algorithm, one after the other, in which threads share a matrix
};

// The matrices of the first operand. Threads share one of them block after block of columns, of
// which `steps` have a pivot.
template <typename T>
BatchWork planned(const CallSignature& signature, const linalg::MatrixNeeds& one,
                  const std::optional<linalg::LaneNeeds>& group, int64_t steps) {
  const int64_t lanes = linalg::lanesOf(signature.cpu, sizeof(T));
  return {linalg::planBatch(linalg::numMatrices(signature.operands[0]), one, lanes, group),
          linalg::blocksOf(steps)};
}

// Runs a batch that is planned one by one.
using MatrixFn =
    absl::FunctionRef<void(const linalg::Machine& machine, int64_t index, std::byte* scratch)>;
void forMatrices(const CallArgs& args, const BatchWork& work, MatrixFn fn);

// Runs a batch that is planned in lanes: `fn` is given groups of matrices from `first` on.
using GroupFn = absl::FunctionRef<void(const linalg::LaneGroup& group, int64_t first)>;
void forGroups(const CallArgs& args, const BatchWork& work, GroupFn fn);

// Calls fn(T()) for the first operand's type.
template <typename Fn> auto visitReal(const CallSignature& signature, Fn fn) {
  return signature.operands[0].dtype == DType::F64 ? fn(double()) : fn(float());
}

} // namespace lz::exec
