#include "linalg/lapack/Tensors.h"

namespace lz::linalg {
namespace {

extern "C" {
#define LZ_DECLARE(letter, R)                                                                      \
  void letter##geqp3_(const int* m, const int* n, R* a, const int* lda, int* columns, R* tau,      \
                      R* work, const int* lwork, int* info);                                       \
  void letter##ormqr_(const char* side, const char* trans, const int* m, const int* n,             \
                      const int* k, const R* a, const int* lda, const R* tau, R* c,                \
                      const int* ldc, R* work, const int* lwork, int* info, size_t, size_t);
LZ_LAPACK_REAL(LZ_DECLARE)
#undef LZ_DECLARE
#define LZ_DECLARE(letter, E)                                                                      \
  void letter##geqp3_(const int* m, const int* n, E* a, const int* lda, int* columns, E* tau,      \
                      E* work, const int* lwork, RealOf<E>* rwork, int* info);                     \
  void letter##unmqr_(const char* side, const char* trans, const int* m, const int* n,             \
                      const int* k, const E* a, const int* lda, const E* tau, E* c,                \
                      const int* ldc, E* work, const int* lwork, int* info, size_t, size_t);
LZ_LAPACK_COMPLEX(LZ_DECLARE)
#undef LZ_DECLARE
}

struct Side {
  char side, trans;
};

#define LZ_ORMQR(name, E)                                                                          \
  void ormqr(Side side, int m, int n, int k, const E* a, int rows, const E* tau, E* c, E* work,    \
             int length) {                                                                         \
    const int stride = std::max(1, rows), strideOfC = std::max(1, m);                              \
    int info = 0;                                                                                  \
    name(&side.side, &side.trans, &m, &n, &k, a, &stride, tau, c, &strideOfC, work, &length,       \
         &info, 1, 1);                                                                             \
  }
#define LZ_CALLS(letter, R)                                                                        \
  void geqp3(int m, int n, R* a, int* columns, R* tau, R* work, int length, R*) {                  \
    const int stride = std::max(1, m);                                                             \
    int info = 0;                                                                                  \
    letter##geqp3_(&m, &n, a, &stride, columns, tau, work, &length, &info);                        \
  }                                                                                                \
  LZ_ORMQR(letter##ormqr_, R)
LZ_LAPACK_REAL(LZ_CALLS)
#undef LZ_CALLS
#define LZ_CALLS(letter, E)                                                                        \
  void geqp3(int m, int n, E* a, int* columns, E* tau, E* work, int length, RealOf<E>* reals) {    \
    const int stride = std::max(1, m);                                                             \
    int info = 0;                                                                                  \
    letter##geqp3_(&m, &n, a, &stride, columns, tau, work, &length, reals, &info);                 \
  }                                                                                                \
  LZ_ORMQR(letter##unmqr_, E)
LZ_LAPACK_COMPLEX(LZ_CALLS)
#undef LZ_CALLS

template <typename E> struct Geqp3 {
  using R = RealOf<E>;

  static WorkLengths ask(const LapackTypes& types) {
    const int m = int(rowsOf(types.operands[0])), n = int(columnsOf(types.operands[0]));
    E number{};
    R real = 0;
    int column = 0;
    geqp3(m, n, &number, &column, &number, &number, -1, &real);
    // If a matrix has no rows, geqp3 answers that a workspace of one number suffices. But geqp3
    // needs n numbers.
    return {std::max<int64_t>(lengthOf(number), n), kIsComplex<E> ? 2 * int64_t(n) : 0};
  }

  Geqp3(const LapackTypes& of, const WorkLengths& lengths, Scratch& scratch)
      : a(of.operands[0], scratch), work(scratch.take<E>(lengths.numbers)),
        length(int(lengths.numbers)), reals(scratch.take<R>(lengths.reals)) {}

  void run(const LapackData& data) {
    a.load(data.operands[0]);
    int* columns = vectorAt<int>(data.results[1]);
    std::copy_n(vectorAt<int>(data.operands[1]), a.columns, columns);
    const Scale<R> scaled = scale(a.data, a.size());
    geqp3(a.rows, a.columns, a.data, columns, vectorAt<E>(data.results[2]), work, length, reals);
    undoAbove(scaled, a, 0);
    a.store(data.results[0]);
  }

private:
  Copied<E> a;
  E* work;
  int length;
  R* reals;
};

// Multiplies c by a product of reflectors, or by the adjoint of this product.
template <typename E> struct Ormqr {
  static WorkLengths ask(const LapackTypes& types) {
    const TensorType &a = types.operands[0], &c = types.operands[2];
    E number{};
    ormqr(sideOf(types), int(rowsOf(c)), int(columnsOf(c)), int(types.operands[1].dims.back()),
          &number, int(rowsOf(a)), &number, &number, &number, -1);
    return {lengthOf(number)};
  }

  Ormqr(const LapackTypes& of, const WorkLengths& lengths, Scratch& scratch)
      : types(of), a(of.operands[0], scratch), c(of.operands[2], scratch),
        work(scratch.take<E>(lengths.numbers)), length(int(lengths.numbers)) {}

  void run(const LapackData& data) {
    a.load(data.operands[0]);
    c.load(data.operands[2]);
    ormqr(sideOf(types), c.rows, c.columns, int(types.operands[1].dims.back()), a.data, a.rows,
          vectorAt<E>(data.operands[1]), c.data, work, length);
    c.store(data.results[0]);
  }

private:
  static Side sideOf(const LapackTypes& types) {
    return {types.option("left") != 0 ? 'L' : 'R', types.option("transpose") == 0 ? 'N'
                                                   : kIsComplex<E>                ? 'C'
                                                                                  : 'T'};
  }

  const LapackTypes& types;
  Copied<E> a, c;
  E* work;
  int length;
};

} // namespace

LZ_LAPACK_RUNS(kGeqp3Runs, Geqp3);
LZ_LAPACK_RUNS(kOrmqrRuns, Ormqr);

} // namespace lz::linalg
