// The matrices of a call's buffers, and how threads share a batch of them. Internal to exec.
#pragma once

#include "absl/functional/function_ref.h"
#include "exec/Calls.h"
#include "linalg/Machine.h"
#include "linalg/Matrix.h"
#include "linalg/MatrixShape.h"
#include "linalg/lanes/Factors.h"

#include <algorithm>

namespace lz::exec {

template <typename T> linalg::Matrix<T> matrixOf(const CallView& view, int64_t index) {
  const int64_t rows = linalg::rowsOf(view.type), columns = linalg::columnsOf(view.type);
  return linalg::rowMajor(view.as<T>().data() + index * rows * columns, rows, columns);
}
// Of a batch of vectors.
template <typename T> T* vectorOf(const CallView& view, int64_t index) {
  return view.as<T>().data() + index * view.type.dims.back();
}

// Nanoseconds of one matrix on one thread: of a call, of a row or column with a pivot, and of each
// multiplication and addition, a part of which is done in vectors.
struct MatrixCost {
  double ofCall, ofStep, ofFlop, ofVector;

  double ns(const CallSignature& signature, int64_t steps, double flops) const {
    const DType type = signature.operandType();
    const int64_t bytes = type == DType::F64 || type == DType::C128 ? 8 : 4;
    const auto lanes = double(linalg::lanesOf(signature.cpu, bytes));
    return ofCall + ofStep * double(steps) + flops * (ofFlop + ofVector / lanes);
  }
};

// How a batch is computed: a matrix takes `flops`, and so long on one thread, and with the scratch
// of so many workers so many bytes. Or each lane of a vector computes another matrix of a group.
struct BatchWork {
  int64_t count;
  double flops, nsOfOne;
  int64_t bytesOfOne, bytesOfAll; // of one worker, and of all threads of the signature
  bool isOfOne = false;           // threads cannot share a matrix
  int64_t lanes = 0;              // matrices of a group; 0: one matrix after the other
  linalg::LaneNeeds group{};

  // In groups if they take less, and none so long that a cancelled run would go on. The number of
  // threads plays no part, as bits depend on this.
  BatchWork orInLanes(int64_t matrices, const linalg::LaneNeeds& needs) const;

  // Each matrix is done by one thread.
  bool isShared() const { return count > 1 && (isOfOne || flops < 2e6); }
  int64_t groups() const { return linalg::ceilDiv(count, lanes); }
  int workers(int threads) const {
    return int(std::clamp<int64_t>(lanes > 0 ? groups() : count, 1, threads));
  }
  CallNeeds needs(int threads) const;
};

using MatrixFn =
    absl::FunctionRef<void(const linalg::Machine& machine, int64_t index, std::byte* scratch)>;
void forMatrices(const CallArgs& args, const BatchWork& work, MatrixFn fn);

// Of a work in lanes: matrices from `first` on.
using GroupFn = absl::FunctionRef<void(const linalg::LaneGroup& group, int64_t first)>;
void forGroups(const CallArgs& args, const BatchWork& work, GroupFn fn);

// Calls fn(T()) for the first operand's type.
template <typename Fn> auto visitReal(const CallSignature& signature, Fn fn) {
  return signature.operands[0].dtype == DType::F64 ? fn(double()) : fn(float());
}

} // namespace lz::exec
