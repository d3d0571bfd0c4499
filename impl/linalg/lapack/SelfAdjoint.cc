#include "linalg/spectra/SelfAdjoint.h"

#include "linalg/lapack/Tensors.h"

namespace lz::linalg {
namespace {

extern "C" {
#define LZ_DECLARE(letter, R)                                                                      \
  void letter##syevd_(const char* mode, const char* uplo, const int* n, R* a, const int* lda,      \
                      R* w, R* work, const int* lwork, int* iwork, const int* liwork, int* info,   \
                      size_t, size_t);                                                             \
  void letter##sytrd_(const char* uplo, const int* n, R* a, const int* lda, R* d, R* e, R* tau,    \
                      R* work, const int* lwork, int* info, size_t);
LZ_LAPACK_REAL(LZ_DECLARE)
#undef LZ_DECLARE
#define LZ_DECLARE(letter, E)                                                                      \
  void letter##heevd_(const char* mode, const char* uplo, const int* n, E* a, const int* lda,      \
                      RealOf<E>* w, E* work, const int* lwork, RealOf<E>* rwork,                   \
                      const int* lrwork, int* iwork, const int* liwork, int* info, size_t,         \
                      size_t);                                                                     \
  void letter##hetrd_(const char* uplo, const int* n, E* a, const int* lda, RealOf<E>* d,          \
                      RealOf<E>* e, E* tau, E* work, const int* lwork, int* info, size_t);
LZ_LAPACK_COMPLEX(LZ_DECLARE)
#undef LZ_DECLARE
}

template <typename E> struct Workspace {
  E* numbers;
  int lengthOfNumbers;
  RealOf<E>* reals;
  int lengthOfReals;
  int* integers;
  int lengthOfIntegers;
};

#define LZ_CALLS(letter, R)                                                                        \
  int syevd(char mode, char uplo, int n, R* a, R* w, const Workspace<R>& work) {                   \
    const int stride = std::max(1, n);                                                             \
    int info = 0;                                                                                  \
    letter##syevd_(&mode, &uplo, &n, a, &stride, w, work.numbers, &work.lengthOfNumbers,           \
                   work.integers, &work.lengthOfIntegers, &info, 1, 1);                            \
    return info;                                                                                   \
  }                                                                                                \
  void sytrd(char uplo, int n, R* a, R* d, R* e, R* tau, R* work, int length) {                    \
    const int stride = std::max(1, n);                                                             \
    int info = 0;                                                                                  \
    letter##sytrd_(&uplo, &n, a, &stride, d, e, tau, work, &length, &info, 1);                     \
  }
LZ_LAPACK_REAL(LZ_CALLS)
#undef LZ_CALLS
#define LZ_CALLS(letter, E)                                                                        \
  int syevd(char mode, char uplo, int n, E* a, RealOf<E>* w, const Workspace<E>& work) {           \
    const int stride = std::max(1, n);                                                             \
    int info = 0;                                                                                  \
    letter##heevd_(&mode, &uplo, &n, a, &stride, w, work.numbers, &work.lengthOfNumbers,           \
                   work.reals, &work.lengthOfReals, work.integers, &work.lengthOfIntegers, &info,  \
                   1, 1);                                                                          \
    return info;                                                                                   \
  }                                                                                                \
  void sytrd(char uplo, int n, E* a, RealOf<E>* d, RealOf<E>* e, E* tau, E* work, int length) {    \
    const int stride = std::max(1, n);                                                             \
    int info = 0;                                                                                  \
    letter##hetrd_(&uplo, &n, a, &stride, d, e, tau, work, &length, &info, 1);                     \
  }
LZ_LAPACK_COMPLEX(LZ_CALLS)
#undef LZ_CALLS

template <typename E> struct Syevd {
  using R = RealOf<E>;

  static WorkLengths ask(const LapackTypes& types) {
    E number{};
    R real = 0, w = 0;
    int integer = 0;
    syevd(modeOf(types), uploOf(types), int(rowsOf(types.operands[0])), &number, &w,
          {&number, -1, &real, -1, &integer, -1});
    return {lengthOf(number), kIsComplex<E> ? lengthOf(real) : 0, integer};
  }

  Syevd(const LapackTypes& of, const WorkLengths& lengths, Scratch& scratch)
      : types(of), a(of.operands[0], scratch),
        work{scratch.take<E>(lengths.numbers),    int(lengths.numbers),
             scratch.take<R>(lengths.reals),      int(lengths.reals),
             scratch.take<int>(lengths.integers), int(lengths.integers)} {}

  void run(const LapackData& data) {
    const LapackResults results{types, data};
    load(data.operands[0]);
    const Scale<R> scaled = scale(a.data, a.size());
    R* values = vectorAt<R>(data.results[1]);
    if (!scaled.areFinite || syevd(modeOf(types), uploOf(types), a.rows, a.data, values, work) != 0)
      return results.fail<R>();
    results.setInfo(0);
    scaled.undo(values, a.rows);
    if (modeOf(types) == 'N')
      results.setZero(0);
    else
      a.store(data.results[0]);
  }

private:
  static char modeOf(const LapackTypes& types) { return types.option("mode") == 'N' ? 'N' : 'V'; }
  static char uploOf(const LapackTypes& types) { return types.option("uplo") == 'U' ? 'U' : 'L'; }

  // Elements outside of the triangle can be NaN, so they become zeros.
  void load(const std::byte* operand) const {
    a.load(operand);
    const bool isLower = uploOf(types) == 'L';
    for (int64_t j = 0; j < a.columns; ++j) {
      std::fill(&a(isLower ? 0 : j + 1, j), &a(isLower ? j : a.rows, j), E{});
      if constexpr (kIsComplex<E>)
        a(j, j).im = 0;
    }
  }

  const LapackTypes& types;
  Copied<E> a;
  Workspace<E> work;
};

template <typename R> struct SyevdInLanes {
  static LaneNeeds needs(const LapackTypes& types, MachineClass cpu) {
    return selfAdjointNeeds<R>(cpu, rowsOf(types.operands[0]), hasVectors(types));
  }
  static void run(const LapackTypes& types, const LapackData& data, int64_t count, MachineClass cpu,
                  std::byte* scratch) {
    const GroupResults results{types, data, count};
    const SelfAdjointGroup<R> group{rowsOf(types.operands[0]),
                                    count,
                                    types.option("uplo") != 'U',
                                    vectorAt<R>(data.operands[0]),
                                    vectorAt<R>(data.results[1]),
                                    hasVectors(types) ? vectorAt<R>(data.results[0]) : nullptr,
                                    vectorAt<int32_t>(data.results[2])};
    selfAdjoint(cpu, group, scratch);
    if (!hasVectors(types))
      results.setZero(0);
    results.template failWhereToldSo<R>();
  }

private:
  static bool hasVectors(const LapackTypes& types) { return types.option("mode") != 'N'; }
};

template <typename E> struct Sytrd {
  using R = RealOf<E>;

  static WorkLengths ask(const LapackTypes& types) {
    E number{};
    R real = 0;
    sytrd(uploOf(types), int(rowsOf(types.operands[0])), &number, &real, &real, &number, &number,
          -1);
    return {lengthOf(number)};
  }

  Sytrd(const LapackTypes& of, const WorkLengths& lengths, Scratch& scratch)
      : types(of), a(of.operands[0], scratch), work(scratch.take<E>(lengths.numbers)),
        length(int(lengths.numbers)) {}

  void run(const LapackData& data) {
    a.load(data.operands[0]);
    const Scale<R> scaled = scaleTriangle();
    R *diagonal = vectorAt<R>(data.results[1]), *beside = vectorAt<R>(data.results[2]);
    sytrd(uploOf(types), a.rows, a.data, diagonal, beside, vectorAt<E>(data.results[3]), work,
          length);
    scaled.undo(diagonal, a.rows);
    scaled.undo(beside, std::max(0, a.rows - 1));
    const bool isLower = uploOf(types) == 'L';
    for (int64_t i = 0; i < a.rows; ++i) {
      a(i, i) = E{diagonal[i]};
      if (i + 1 < a.rows)
        (isLower ? a(i + 1, i) : a(i, i + 1)) = E{beside[i]};
    }
    a.store(data.results[0]);
    LapackResults{types, data}.setInfo(0);
  }

private:
  // Scales the triangle that is read, and does not change the other triangle. Imaginary parts of
  // the diagonal are not read, and become zeros.
  Scale<R> scaleTriangle() const {
    if constexpr (kIsComplex<E>)
      for (int64_t i = 0; i < a.rows; ++i)
        a(i, i).im = 0;
    Scale<R> least;
    bool isFirst = true;
    forTriangle([&](E* column, int64_t count) {
      const Scale<R> found = scaleOf(column, count);
      least.areFinite &= found.areFinite;
      const bool isEmpty = std::all_of(column, column + count, [](E x) { return x == E{}; });
      if (!isEmpty && (isFirst || found.factor < least.factor)) {
        least.factor = found.factor;
        isFirst = false;
      }
    });
    if (!least.areFinite)
      return {};
    forTriangle(
        [&](E* column, int64_t count) { Scale<R>::multiplyParts(column, count, least.factor); });
    return least;
  }
  template <typename Fn> void forTriangle(Fn fn) const {
    const bool isLower = uploOf(types) == 'L';
    for (int64_t j = 0; j < a.columns; ++j)
      fn(&a(isLower ? j : 0, j), isLower ? a.rows - j : j + 1);
  }
  static char uploOf(const LapackTypes& types) { return types.option("uplo") == 'U' ? 'U' : 'L'; }

  const LapackTypes& types;
  Copied<E> a;
  E* work;
  int length;
};

} // namespace

LZ_LAPACK_RUNS_IN_LANES(kSyevdRuns, Syevd, SyevdInLanes);
LZ_LAPACK_RUNS(kSytrdRuns, Sytrd);

} // namespace lz::linalg
