#include "linalg/blas/Blas.h"

#include "linalg/blas/Product.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace lz::linalg {

static thread_local BlasScope* currentScope = nullptr;

BlasScope::BlasScope(const Machine& machine, int64_t size, std::byte* scratch)
    : machine_(machine), size_(size), scratch_(scratch) {
  currentScope = this;
}

BlasScope::~BlasScope() {
  currentScope = nullptr;
}

BlasScope& BlasScope::current() {
  return *currentScope;
}

bool BlasScope::run(absl::FunctionRef<void()> routine) {
  isRunning_ = true;
  const bool isLeft = setjmp(end_) != 0;
  if (!isLeft)
    routine();
  isRunning_ = false;
  return !isLeft;
}

bool BlasScope::isOver() {
  if (!isSet(flag_))
    return false;
  if (isRunning_)
    std::longjmp(end_, 1);
  return true;
}

void BlasScope::refuse(std::string_view routine, int argument) {
  if (refusal_.argument != 0)
    return;
  refusal_.argument = argument;
  routine = routine.substr(0, std::min(routine.find(' '), refusal_.name.size() - 1));
  std::copy(routine.begin(), routine.end(), refusal_.name.begin());
}

int64_t blasScratch(const KernelTable& kernels, int workers, int64_t size, int64_t elementBytes,
                    int64_t parts) {
  return vectorsBytes(size, elementBytes) +
         workers * productBytes(kernels, size * parts, elementBytes / parts);
}

template <typename R> static R propertyOf(char what) {
  using Limits = std::numeric_limits<R>;
  switch (what & ~0x20) {
  case 'E':
    return Limits::epsilon() / 2; // the relative error of a rounding
  case 'P':
    return Limits::epsilon();
  case 'S': // the least number whose inverse does not overflow
  case 'U':
    return Limits::min();
  case 'O':
    return Limits::max();
  case 'B':
    return Limits::radix;
  case 'N':
    return Limits::digits;
  case 'M':
    return Limits::min_exponent;
  case 'L':
    return Limits::max_exponent;
  case 'R':
    return 1;
  default:
    return 0;
  }
}

} // namespace lz::linalg

// Functions that LAPACK calls and that are not part of BLAS. LAPACK's own xerbla_ would print and
// end the process.
extern "C" {

void xerbla_(const char* routine, const int* argument, size_t length) {
  if (lz::linalg::currentScope)
    lz::linalg::currentScope->refuse({routine, length}, *argument);
}

// Returns whether two options are the same letter.
int lsame_(const char* a, const char* b, size_t /*length*/, size_t /*length*/) {
  return (*a & ~0x20) == (*b & ~0x20);
}

// Returns properties of a floating-point type. Routines ask for these in each call. LAPACK's own
// version compares one letter after the other, which takes a tenth of the time of a routine for a 4
// x 4 matrix.
#define LZ_LAMCH(letter, R)                                                                        \
  R letter##lamch_(const char* what, size_t /*length*/) {                                          \
    return lz::linalg::propertyOf<R>(*what);                                                       \
  }                                                                                                \
  R letter##lamc3_(const R* a, const R* b) {                                                       \
    return *a + *b;                                                                                \
  }
LZ_LAMCH(s, float)
LZ_LAMCH(d, double)

// Joins two texts as Fortran's a // b does, truncated or filled with blanks. LAPACK joins options
// to names of variants in this way, such as "LN".
void _gfortran_concat_string(size_t length, char* to, size_t lengthOfA, const char* a,
                             size_t lengthOfB, const char* b) {
  const size_t first = std::min(length, lengthOfA), second = std::min(length - first, lengthOfB);
  std::memcpy(to, a, first);
  std::memcpy(to + first, b, second);
  std::memset(to + first + second, ' ', length - first - second);
}
}
