#include "linalg/lapack/SmallSchur.h"
#include "linalg/lapack/Tensors.h"

namespace lz::linalg {
namespace {

extern "C" {
#define LZ_DECLARE(letter, R)                                                                      \
  void letter##geev_(const char* left, const char* right, const int* n, R* a, const int* lda,      \
                     R* re, R* im, R* vl, const int* ldvl, R* vr, const int* ldvr, R* work,        \
                     const int* lwork, int* info, size_t, size_t);
LZ_LAPACK_REAL(LZ_DECLARE)
#undef LZ_DECLARE
#define LZ_DECLARE(letter, E)                                                                      \
  void letter##geev_(const char* left, const char* right, const int* n, E* a, const int* lda,      \
                     E* w, E* vl, const int* ldvl, E* vr, const int* ldvr, E* work,                \
                     const int* lwork, RealOf<E>* rwork, int* info, size_t, size_t);
LZ_LAPACK_COMPLEX(LZ_DECLARE)
#undef LZ_DECLARE
}

struct Sides {
  char left, right;
};

// If the matrix is complex, `re` gets the complex eigenvalues, and `im` is not used. If the matrix
// is real, `reals` is not used.
#define LZ_CALLS(letter, R)                                                                        \
  int geev(Sides sides, int n, R* a, R* re, R* im, R* vl, R* vr, R* work, int length, R*) {        \
    const int stride = std::max(1, n);                                                             \
    int info = 0;                                                                                  \
    letter##geev_(&sides.left, &sides.right, &n, a, &stride, re, im, vl, &stride, vr, &stride,     \
                  work, &length, &info, 1, 1);                                                     \
    return info;                                                                                   \
  }
LZ_LAPACK_REAL(LZ_CALLS)
#undef LZ_CALLS
#define LZ_CALLS(letter, E)                                                                        \
  int geev(Sides sides, int n, E* a, E* w, E*, E* vl, E* vr, E* work, int length,                  \
           RealOf<E>* reals) {                                                                     \
    const int stride = std::max(1, n);                                                             \
    int info = 0;                                                                                  \
    letter##geev_(&sides.left, &sides.right, &n, a, &stride, w, vl, &stride, vr, &stride, work,    \
                  &length, reals, &info, 1, 1);                                                    \
    return info;                                                                                   \
  }
LZ_LAPACK_COMPLEX(LZ_CALLS)
#undef LZ_CALLS

template <typename E> struct Geev {
  using R = RealOf<E>;

  static WorkLengths ask(const LapackTypes& types) {
    const int n = int(rowsOf(types.operands[0]));
    E number{};
    R real = 0;
    geev(sidesOf(types), n, &number, &number, &number, &number, &number, &number, -1, &real);
    return {lengthOf(number), kIsComplex<E> ? 2 * int64_t(n) : 0};
  }

  Geev(const LapackTypes& of, const WorkLengths& lengths, Scratch& scratch)
      : types(of), a(of.operands[0], scratch), left(of.operands[0], scratch),
        right(of.operands[0], scratch), work(scratch.take<E>(lengths.numbers)),
        length(int(lengths.numbers)), reals(scratch.take<R>(lengths.reals)),
        isOfSteps(lengths.isOfSteps) {
    if (isOfSteps)
      basis = Copied<E>(of.operands[0], scratch);
  }

  static double nsOfSteps(const LapackTypes& types, const LapackCosts& costs)
    requires(!kIsComplex<E>)
  {
    const int64_t n = rowsOf(types.operands[0]);
    return nsOf(costs.schur, n) + nsOf(costs.vectors, n);
  }

  void run(const LapackData& data) {
    const LapackResults results{types, data};
    a.load(data.operands[0]);
    const Scale<R> scaled = scale(a.data, a.size());
    if (!scaled.areFinite)
      return results.fail<R>();
    const Sides sides = sidesOf(types);
    const size_t vectors = types.results.size() - 3;
    if (decompose(sides, a.rows, a.data, vectorAt<E>(data.results[0]), vectorAt<E>(data.results[1]),
                  left.data, right.data, work, length, reals) != 0)
      return results.fail<R>();
    results.setInfo(0);
    // Stores the vectors before the values are scaled back, because an imaginary part that
    // underflows would hide that two values are a pair.
    store(sides.left, left, data, vectors);
    store(sides.right, right, data, vectors + 1);
    for (size_t i = 0; i < vectors; ++i)
      scaled.undo(vectorAt<E>(data.results[i]), a.rows);
  }

private:
  static Sides sidesOf(const LapackTypes& types) {
    return {types.option("compute_left") == 'V' ? 'V' : 'N',
            types.option("compute_right") == 'V' ? 'V' : 'N'};
  }

  int decompose(Sides sides, int n, E* matrix, E* re, E* im, E* vl, E* vr, E* numbers, int count,
                R* others) {
    if constexpr (!kIsComplex<E>)
      if (isOfSteps) {
        const bool hasLeft = sides.left == 'V', hasRight = sides.right == 'V';
        return smallEigenvectors(
            SmallSchur<R>{n, matrix, hasLeft || hasRight ? basis.data : nullptr, re, im, numbers},
            hasLeft ? vl : nullptr, hasRight ? vr : nullptr);
      }
    return geev(sides, n, matrix, re, im, vl, vr, numbers, count, others);
  }

  void store(char isWanted, const Copied<E>& from, const LapackData& data, size_t result) const {
    if (isWanted == 'N')
      return LapackResults{types, data}.setZero(result);
    if constexpr (kIsComplex<E>)
      from.store(data.results[result]);
    else
      storePairs(from, vectorAt<R>(data.results[1]), vectorAt<Complex<R>>(data.results[result]));
  }

  // For a pair of values, one column has the real parts of the vector, and the next column has the
  // imaginary parts.
  static void storePairs(const Copied<R>& from, const R* im, Complex<R>* to) {
    const int64_t n = from.rows;
    for (int64_t j = 0; j < n; ++j) {
      const bool isPair = im[j] != 0 && j + 1 < n;
      for (int64_t i = 0; i < n; ++i) {
        to[i * n + j] = {from(i, j), isPair ? from(i, j + 1) : R(0)};
        if (isPair)
          to[i * n + j + 1] = {from(i, j), -from(i, j + 1)};
      }
      j += isPair;
    }
  }

  const LapackTypes& types;
  Copied<E> a, left, right, basis;
  E* work;
  int length;
  R* reals;
  bool isOfSteps;
};

} // namespace

LZ_LAPACK_RUNS(kGeevRuns, Geev);

} // namespace lz::linalg
