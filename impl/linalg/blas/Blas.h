// The functions of BLAS that liblapack.a calls, under their usual names (sgemm_, zdotc_, ...). They
// get the machine and its threads from the BlasScope of the calling thread.
//
//   BlasScope scope(machine, n, scratch);
//   scope.run([&] { dsyevd_("V", "L", &n, a, &n, w, work, &lwork, iwork, &liwork, &info); });
//   if (scope.refusal().argument != 0) ...
//
// Products of matrices run on the micro-kernels and on all threads of the machine. The other
// functions are loops over vectors. The bits of results do not depend on the number of threads. If
// the work is cancelled, functions of matrices skip the parts that have not begun. LAPACK's
// iterations might not converge with such unfinished results. So the next call of a function of
// matrices leaves the routine, and run() returns.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/Cancel.h"
#include "linalg/Machine.h"

#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lz::linalg {

// An argument that a routine refuses: the name of the routine, and the number of the argument,
// counted from 1. 0 means that no argument was refused.
struct Refusal {
  std::array<char, 16> name{}; // the name of the routine
  int argument = 0;

  std::string_view routine() const { return name.data(); }
};

// While an object of this class lives, the BLAS functions of this thread run on `machine`.
// `machine` must have kernels of the real type of the matrices. `scratch` has blasScratch() bytes,
// aligned to 64. `size` is the longest allowed side of a matrix. Scopes do not nest.
class BlasScope {
public:
  BlasScope(const Machine& machine, int64_t size, std::byte* scratch);
  ~BlasScope();
  BlasScope(const BlasScope&) = delete;
  BlasScope& operator=(const BlasScope&) = delete;

  const Machine& machine() const { return machine_; }
  int64_t size() const { return size_; }
  std::byte* scratch() const { return scratch_; }

  // Calls a routine of LAPACK. Returns false if the work was cancelled. In that case a function of
  // BLAS has left the routine by longjmp, so no frame between run() and BLAS may need a destructor.
  bool run(absl::FunctionRef<void()> routine);
  // Returns whether the work was cancelled. Functions of matrices call this before they begin. If
  // the work was cancelled during run(), jumps to the end of run() instead of returning.
  bool isOver();

  // Returns the first refusal that a routine reported (xerbla_).
  const Refusal& refusal() const { return refusal_; }
  void refuse(std::string_view routine, int argument);

  // Returns the scope of this thread. There must be one.
  static BlasScope& current();

private:
  const Machine machine_;
  const int64_t size_;
  std::byte* const scratch_;
  const CancelFlag* const flag_ = currentCancelFlag();
  Refusal refusal_;
  bool isRunning_ = false;
  std::jmp_buf end_; // the jump target at the end of run()
};

// Returns the size of the scratch for matrices with elements of `elementBytes` bytes. An element
// consists of `parts` real numbers.
int64_t blasScratch(const KernelTable& kernels, int workers, int64_t size, int64_t elementBytes,
                    int64_t parts);

} // namespace lz::linalg
