// The matrices of a call's buffers, and how threads share a batch of them. Internal to exec.
#pragma once

#include "absl/functional/function_ref.h"
#include "exec/Calls.h"
#include "linalg/Machine.h"
#include "linalg/Matrix.h"
#include "linalg/MatrixShape.h"

#include <algorithm>

namespace lz::exec {

template <typename T> linalg::Matrix<T> matrixOf(const CallView& view, int64_t index) {
  const int64_t rows = rowsOf(view.type), columns = columnsOf(view.type);
  return linalg::rowMajor(view.as<T>().data() + index * rows * columns, rows, columns);
}
// Of a batch of vectors.
template <typename T> T* vectorOf(const CallView& view, int64_t index) {
  return view.as<T>().data() + index * view.type.dims.back();
}

// How a batch is computed: a matrix takes `flops` and, with the scratch of so many workers, so many
// bytes.
struct BatchWork {
  int64_t count;
  double flops;
  int64_t bytesOfOne, bytesOfAll; // of one worker, and of all threads of the signature
  bool isOfOne = false;           // threads cannot share a matrix

  // Each matrix is done by one thread.
  bool isShared() const { return count > 1 && (isOfOne || flops < 2e6); }
  int workers(int threads) const { return int(std::clamp<int64_t>(count, 1, threads)); }
  CallNeeds needs(int threads) const {
    const int64_t bytes = isShared() ? workers(threads) * bytesOfOne : bytesOfAll;
    return {count == 0 ? 0 : bytes, 1000 + linalg::Machine::ns(flops * double(count))};
  }
};

using MatrixFn =
    absl::FunctionRef<void(const linalg::Machine& machine, int64_t index, std::byte* scratch)>;
void forMatrices(const CallArgs& args, const BatchWork& work, MatrixFn fn);

// Calls fn(T()) for the first operand's type.
template <typename Fn> auto visitReal(const CallSignature& signature, Fn fn) {
  return signature.operands[0].dtype == DType::F64 ? fn(double()) : fn(float());
}

} // namespace lz::exec
