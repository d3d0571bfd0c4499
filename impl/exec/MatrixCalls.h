// Finds the matrices in a call's buffers, and divides a batch of matrices between threads. Internal
// to exec.
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
// Returns the address of vector `index` of a batch.
template <typename T> T* vectorOf(const CallView& view, int64_t index) {
  return view.as<T>().data() + index * view.type.dims.back();
}

// Returns the predicted time of one matrix with `steps` pivots and `products` multiply-adds, in ns.
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

// The plan of a call on matrices. Threads either divide the batch of matrices, or work together on
// each matrix.
struct BatchWork : CallPlan {
  BatchWork() = default;
  BatchWork(const linalg::BatchPlan& plan, int64_t loops) : plan(plan), loops(loops) {}
  int64_t bytes() const override { return int64_t(sizeof(*this)); }
  std::string print() const override { return linalg::print(plan); }
  std::string explain() const override { return linalg::explain(plan); }

  // Returns whether threads divide the batch. If so, one thread computes each matrix or each group
  // of matrices. If not, all threads work on one matrix at a time. Working together is faster only
  // if each parallel loop of the algorithm is so long that the pool divides it.
  bool dividesBatch() const {
    return plan.isInLanes ||
           (plan.matrices > 1 && plan.one.ns < 2 * ThreadPool::kGrainNs * double(loops));
  }
  int workers(int threads) const { return int(std::clamp<int64_t>(plan.groups(), 1, threads)); }
  CallNeeds needs(int threads) const;

  linalg::BatchPlan plan{};
  int64_t loops = 1; // number of successive parallel loops for one matrix
};

// Plans the matrices of the first operand. `steps` columns of a matrix have a pivot. If threads
// work together on a matrix, there is a parallel loop for each block of these columns.
template <typename T>
BatchWork planned(const CallSignature& signature, const linalg::MatrixNeeds& one,
                  const std::optional<linalg::LaneNeeds>& group, int64_t steps) {
  const int64_t lanes = linalg::lanesOf(signature.cpu, sizeof(T));
  return {linalg::planBatch(linalg::numMatrices(signature.operands[0]), one, lanes, group),
          linalg::blocksOf(steps)};
}

// Computes one matrix. Used if the plan does not compute groups of matrices in lanes.
using MatrixFn =
    absl::FunctionRef<void(const linalg::Machine& machine, int64_t index, std::byte* scratch)>;
void forMatrices(const CallArgs& args, const BatchWork& work, MatrixFn fn);

// Computes the group of matrices that begins with matrix `first`. Used if the plan computes groups
// in lanes.
using GroupFn = absl::FunctionRef<void(const linalg::LaneGroup& group, int64_t first)>;
void forGroups(const CallArgs& args, const BatchWork& work, GroupFn fn);

// Calls fn(T()), where T is the element type of the first operand.
template <typename Fn> auto visitReal(const CallSignature& signature, Fn fn) {
  return signature.operands[0].dtype == DType::F64 ? fn(double()) : fn(float());
}

} // namespace lz::exec
