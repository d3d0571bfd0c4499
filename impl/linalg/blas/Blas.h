// The functions of BLAS that LAPACK's routines call, under BLAS's names (sgemm_, zdotc_, ...):
// those that liblapack.a refers to, and no others. A function of this form has no place for what
// it runs on, so that is the thread's scope.
//
//   BlasScope scope(machine, n, scratch);
//   scope.run([&] { dsyevd_("V", "L", &n, a, &n, w, work, &lwork, iwork, &liwork, &info); });
//   if (scope.refusal().argument != 0) ...
//
// Products of matrices run on the micro-kernels and share the threads of the machine; the others
// are loops over vectors of the machine's class. Each element of a result is one fixed sequence of
// operations, so all bits are the same for any number of threads. Where the work is cancelled,
// functions of matrices leave out what has not begun. What LAPACK makes of such numbers need not
// end soon, as iterations converge no more, so it is left at its next call of one.
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

// An argument, by its number from 1 on, that a routine cannot take. 0: there is none.
struct Refusal {
  std::array<char, 16> name{}; // of the routine
  int argument = 0;

  std::string_view routine() const { return name.data(); }
};

// While it lives, BLAS of this thread runs on this machine, whose kernels are of the real type of
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

  // Calls a routine of LAPACK. False: the work was cancelled, and a function of BLAS left it.
  // Nothing between it and BLAS has a destructor.
  bool run(absl::FunctionRef<void()> routine);
  // Asked by functions of matrices before they begin: true where the work was cancelled. Inside of
  // run() it does not return then.
  bool isOver();

  // What a routine said of its arguments first (xerbla_).
  const Refusal& refusal() const { return refusal_; }
  void refuse(std::string_view routine, int argument);

  // That of this thread, which must be there.
  static BlasScope& current();

private:
  const Machine machine_;
  const int64_t size_;
  std::byte* const scratch_;
  const CancelFlag* const flag_ = currentCancelFlag();
  Refusal refusal_;
  bool isRunning_ = false;
  std::jmp_buf end_; // of run()
};

// For matrices of a type with elements of so many bytes and real parts.
int64_t blasScratch(const KernelTable& kernels, int workers, int64_t size, int64_t elementBytes,
                    int64_t parts);

} // namespace lz::linalg
