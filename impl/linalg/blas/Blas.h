// The functions of BLAS that LAPACK's routines call, under BLAS's names (sgemm_, zdotc_, ...):
// those that liblapack.a refers to, and no others. A function of this form has no place for what
// it runs on, so that is the thread's scope.
//
//   BlasScope scope(machine, n, scratch);
//   dsyevd_("V", "L", &n, a, &n, w, work, &lwork, iwork, &liwork, &info);
//   if (scope.isRefused()) ...
//
// Products of matrices run on the micro-kernels and share the threads of the machine; the others
// are loops over vectors of the machine's class. Each element of a result is one fixed sequence of
// operations, so all bits are the same for any number of threads. Where the work is cancelled,
// products leave out what has not begun: numbers are garbage then, but LAPACK's loops still end.
#pragma once

#include "linalg/Machine.h"

#include <cstddef>
#include <cstdint>

namespace lz::linalg {

// Of one thread, until it ends: BLAS runs on this machine, whose kernels are of the real type of
// the matrices, and in blasScratch() bytes, aligned to 64. No side of a matrix is longer than
// `size`. Scopes do not nest.
class BlasScope {
public:
  BlasScope(const Machine& machine, int64_t size, std::byte* scratch);
  ~BlasScope();
  BlasScope(const BlasScope&) = delete;
  BlasScope& operator=(const BlasScope&) = delete;

  const Machine& machine() const { return machine_; }
  int64_t size() const { return size_; }
  std::byte* scratch() const { return scratch_; }
  // A routine found an argument that it cannot take (xerbla_).
  bool isRefused() const { return isRefused_; }
  void refuse() { isRefused_ = true; }

  // That of this thread, which must be there.
  static BlasScope& current();

private:
  const Machine machine_;
  const int64_t size_;
  std::byte* const scratch_;
  bool isRefused_ = false;
};

// For matrices of a type with elements of so many bytes and real parts.
int64_t blasScratch(const MicroKernels& kernels, int workers, int64_t size, int64_t elementBytes,
                    int64_t parts);

} // namespace lz::linalg
