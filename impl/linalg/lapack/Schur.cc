#include "linalg/lapack/SmallSchur.h"
#include "linalg/lapack/Tensors.h"

namespace lz::linalg {
namespace {

extern "C" {
#define LZ_DECLARE(letter, R)                                                                      \
  void letter##gees_(const char* mode, const char* sort, const void* select, const int* n, R* a,   \
                     const int* lda, int* selected, R* re, R* im, R* vs, const int* ldvs, R* work, \
                     const int* lwork, int* bwork, int* info, size_t, size_t);                     \
  void letter##gehrd_(const int* n, const int* low, const int* high, R* a, const int* lda, R* tau, \
                      R* work, const int* lwork, int* info);
LZ_LAPACK_REAL(LZ_DECLARE)
#undef LZ_DECLARE
#define LZ_DECLARE(letter, E)                                                                      \
  void letter##gees_(const char* mode, const char* sort, const void* select, const int* n, E* a,   \
                     const int* lda, int* selected, E* w, E* vs, const int* ldvs, E* work,         \
                     const int* lwork, RealOf<E>* rwork, int* bwork, int* info, size_t, size_t);   \
  void letter##gehrd_(const int* n, const int* low, const int* high, E* a, const int* lda, E* tau, \
                      E* work, const int* lwork, int* info);
LZ_LAPACK_COMPLEX(LZ_DECLARE)
#undef LZ_DECLARE
}

// If the matrix is complex, `re` gets the complex eigenvalues, and `im` is not used. If the matrix
// is real, `reals` is not used.
#define LZ_CALLS(letter, R)                                                                        \
  int gees(char mode, int n, R* a, R* re, R* im, R* vectors, R* work, int length, R*) {            \
    const int stride = std::max(1, n);                                                             \
    int selected = 0, info = 0;                                                                    \
    letter##gees_(&mode, "N", nullptr, &n, a, &stride, &selected, re, im, vectors, &stride, work,  \
                  &length, nullptr, &info, 1, 1);                                                  \
    return info;                                                                                   \
  }                                                                                                \
  void gehrd(int n, R* a, R* tau, R* work, int length) {                                           \
    const int one = 1, stride = std::max(1, n);                                                    \
    int info = 0;                                                                                  \
    letter##gehrd_(&n, &one, &n, a, &stride, tau, work, &length, &info);                           \
  }
LZ_LAPACK_REAL(LZ_CALLS)
#undef LZ_CALLS
#define LZ_CALLS(letter, E)                                                                        \
  int gees(char mode, int n, E* a, E* w, E*, E* vectors, E* work, int length, RealOf<E>* reals) {  \
    const int stride = std::max(1, n);                                                             \
    int selected = 0, info = 0;                                                                    \
    letter##gees_(&mode, "N", nullptr, &n, a, &stride, &selected, w, vectors, &stride, work,       \
                  &length, reals, nullptr, &info, 1, 1);                                           \
    return info;                                                                                   \
  }                                                                                                \
  void gehrd(int n, E* a, E* tau, E* work, int length) {                                           \
    const int one = 1, stride = std::max(1, n);                                                    \
    int info = 0;                                                                                  \
    letter##gehrd_(&n, &one, &n, a, &stride, tau, work, &length, &info);                           \
  }
LZ_LAPACK_COMPLEX(LZ_CALLS)
#undef LZ_CALLS

template <typename E> struct Gees {
  using R = RealOf<E>;

  static WorkLengths ask(const LapackTypes& types) {
    const int n = int(rowsOf(types.operands[0]));
    E number{};
    R real = 0;
    gees(modeOf(types), n, &number, &number, &number, &number, &number, -1, &real);
    return {lengthOf(number), kIsComplex<E> ? int64_t(n) : 0};
  }

  Gees(const LapackTypes& of, const WorkLengths& lengths, Scratch& scratch)
      : types(of), a(of.operands[0], scratch), vectors(of.operands[0], scratch),
        work(scratch.take<E>(lengths.numbers)), length(int(lengths.numbers)),
        reals(scratch.take<R>(lengths.reals)), isOfSteps(lengths.isOfSteps) {}

  static double nsOfSteps(const LapackTypes& types, const LapackCosts& costs)
    requires(!kIsComplex<E>)
  {
    return nsOf(costs.schur, rowsOf(types.operands[0]));
  }

  void run(const LapackData& data) {
    const LapackResults results{types, data};
    a.load(data.operands[0]);
    const Scale<R> scaled = scale(a.data, a.size());
    if (!scaled.areFinite)
      return results.fail<R>();
    if (decompose(modeOf(types), a.rows, a.data, vectorAt<E>(data.results[2]),
                  vectorAt<E>(data.results[3]), vectors.data, work, length, reals) != 0)
      return results.fail<R>();
    results.setInfo(0);
    results.setZero(types.results.size() - 2); // the number of selected eigenvalues is 0
    for (size_t i = 2; i + 2 < types.results.size(); ++i)
      scaled.undo(vectorAt<E>(data.results[i]), a.rows);
    scaled.undo(a.data, a.size());
    a.store(data.results[0]);
    if (modeOf(types) == 'N')
      results.setZero(1);
    else
      vectors.store(data.results[1]);
  }

private:
  static char modeOf(const LapackTypes& types) { return types.option("mode") == 'N' ? 'N' : 'V'; }

  int decompose(char mode, int n, E* form, E* re, E* im, E* z, E* numbers, int count, R* others) {
    if constexpr (!kIsComplex<E>)
      if (isOfSteps)
        return smallSchur(SmallSchur<R>{n, form, mode == 'V' ? z : nullptr, re, im, numbers});
    return gees(mode, n, form, re, im, z, numbers, count, others);
  }

  const LapackTypes& types;
  Copied<E> a, vectors;
  E* work;
  int length;
  R* reals;
  bool isOfSteps;
};

template <typename E> struct Gehrd {
  static WorkLengths ask(const LapackTypes& types) {
    E number{};
    gehrd(int(rowsOf(types.operands[0])), &number, &number, &number, -1);
    return {lengthOf(number)};
  }

  Gehrd(const LapackTypes& of, const WorkLengths& lengths, Scratch& scratch)
      : types(of), a(of.operands[0], scratch), work(scratch.take<E>(lengths.numbers)),
        length(int(lengths.numbers)) {}

  void run(const LapackData& data) {
    a.load(data.operands[0]);
    const Scale<RealOf<E>> scaled = scale(a.data, a.size());
    if (a.rows > 0)
      gehrd(a.rows, a.data, vectorAt<E>(data.results[1]), work, length);
    undoAbove(scaled, a, 1);
    a.store(data.results[0]);
    LapackResults{types, data}.setInfo(0);
  }

private:
  const LapackTypes& types;
  Copied<E> a;
  E* work;
  int length;
};

} // namespace

LZ_LAPACK_RUNS(kGeesRuns, Gees);
LZ_LAPACK_RUNS(kGehrdRuns, Gehrd);

} // namespace lz::linalg
