#include "linalg/spectra/SingularValues.h"

#include "linalg/lapack/Tensors.h"

namespace lz::linalg {
namespace {

extern "C" {
#define LZ_DECLARE(letter, R)                                                                      \
  void letter##gesdd_(const char* mode, const int* m, const int* n, R* a, const int* lda, R* s,    \
                      R* u, const int* ldu, R* vt, const int* ldvt, R* work, const int* lwork,     \
                      int* iwork, int* info, size_t);
LZ_LAPACK_REAL(LZ_DECLARE)
#undef LZ_DECLARE
#define LZ_DECLARE(letter, E)                                                                      \
  void letter##gesdd_(const char* mode, const int* m, const int* n, E* a, const int* lda,          \
                      RealOf<E>* s, E* u, const int* ldu, E* vt, const int* ldvt, E* work,         \
                      const int* lwork, RealOf<E>* rwork, int* iwork, int* info, size_t);
LZ_LAPACK_COMPLEX(LZ_DECLARE)
#undef LZ_DECLARE
}

// The matrices of one decomposition. a is m x n. Columns of a and u have m numbers, and columns of
// vt have strideOfVt numbers.
template <typename E> struct Factors {
  int m, n;
  E *a, *u, *vt;
  int strideOfVt;
};

#define LZ_CALLS(letter, R)                                                                        \
  int gesdd(char mode, const Factors<R>& f, R* s, R* work, int length, R*, int* integers) {        \
    const int stride = std::max(1, f.m);                                                           \
    int info = 0;                                                                                  \
    letter##gesdd_(&mode, &f.m, &f.n, f.a, &stride, s, f.u, &stride, f.vt, &f.strideOfVt, work,    \
                   &length, integers, &info, 1);                                                   \
    return info;                                                                                   \
  }
LZ_LAPACK_REAL(LZ_CALLS)
#undef LZ_CALLS
#define LZ_CALLS(letter, E)                                                                        \
  int gesdd(char mode, const Factors<E>& f, RealOf<E>* s, E* work, int length, RealOf<E>* reals,   \
            int* integers) {                                                                       \
    const int stride = std::max(1, f.m);                                                           \
    int info = 0;                                                                                  \
    letter##gesdd_(&mode, &f.m, &f.n, f.a, &stride, s, f.u, &stride, f.vt, &f.strideOfVt, work,    \
                   &length, reals, integers, &info, 1);                                            \
    return info;                                                                                   \
  }
LZ_LAPACK_COMPLEX(LZ_CALLS)
#undef LZ_CALLS

template <typename E> struct Gesdd {
  using R = RealOf<E>;

  static WorkLengths ask(const LapackTypes& types) {
    const int64_t m = rowsOf(types.operands[0]), n = columnsOf(types.operands[0]),
                  less = std::min(m, n), more = std::max(m, n);
    E number{};
    R real = 0;
    int integer = 0;
    const char mode = modeOf(types);
    gesdd(mode, Factors<E>{int(m), int(n), &number, &number, &number, strideOfVt(types)}, &real,
          &number, -1, &real, &integer);
    const int64_t reals = mode == 'N' ? 7 * less
                                      : std::max(5 * less * less + 5 * less,
                                                 2 * more * less + 2 * less * less + less);
    return {lengthOf(number), kIsComplex<E> ? reals : 0, 8 * less};
  }

  Gesdd(const LapackTypes& of, const WorkLengths& lengths, Scratch& scratch)
      : types(of), a(of.operands[0], scratch), work(scratch.take<E>(lengths.numbers)),
        length(int(lengths.numbers)), reals(scratch.take<R>(lengths.reals)),
        integers(scratch.take<int>(lengths.integers)) {
    if (modeOf(types) != 'N') {
      u = Copied<E>(of.results[2], scratch);
      vt = Copied<E>(of.results[3], scratch);
    }
  }

  void run(const LapackData& data) {
    const LapackResults results{types, data};
    const char mode = modeOf(types);
    a.load(data.operands[0]);
    const Scale<R> scaled = scale(a.data, a.size());
    R* values = vectorAt<R>(data.results[1]);
    if (!scaled.areFinite ||
        gesdd(mode, Factors<E>{a.rows, a.columns, a.data, u.data, vt.data, strideOfVt(types)},
              values, work, length, reals, integers) != 0)
      return results.fail<R>();
    results.setInfo(0);
    scaled.undo(values, std::min(a.rows, a.columns));
    results.setZero(0);
    if (mode == 'N') {
      results.setZero(2);
      results.setZero(3);
      return;
    }
    if (a.size() == 0) {
      setIdentity(u);
      setIdentity(vt);
    }
    u.store(data.results[2]);
    vt.store(data.results[3]);
  }

private:
  static char modeOf(const LapackTypes& types) {
    const int64_t mode = types.option("mode");
    return mode == 'N' ? 'N' : mode == 'S' ? 'S' : 'A';
  }
  static int strideOfVt(const LapackTypes& types) {
    return std::max(1, int(rowsOf(types.results[3])));
  }
  static void setIdentity(const Copied<E>& matrix) {
    for (int64_t j = 0; j < matrix.columns; ++j)
      for (int64_t i = 0; i < matrix.rows; ++i)
        matrix(i, j) = E{R(i == j)};
  }

  const LapackTypes& types;
  Copied<E> a, u, vt;
  E* work;
  int length;
  R* reals;
  int* integers;
};

template <typename R> struct GesddInLanes {
  static LaneNeeds needs(const LapackTypes& types, MachineClass cpu) {
    const TensorType& a = types.operands[0];
    return singularNeeds<R>(cpu, rowsOf(a), columnsOf(a), wantedOf(types));
  }
  static void run(const LapackTypes& types, const LapackData& data, int64_t count, MachineClass cpu,
                  std::byte* scratch) {
    const TensorType& a = types.operands[0];
    const GroupResults results{types, data, count};
    const SingularGroup<R> group{rowsOf(a),
                                 columnsOf(a),
                                 count,
                                 wantedOf(types),
                                 vectorAt<R>(data.operands[0]),
                                 vectorAt<R>(data.results[1]),
                                 vectorAt<R>(data.results[2]),
                                 vectorAt<R>(data.results[3]),
                                 vectorAt<int32_t>(data.results[4])};
    singularValues(cpu, group, scratch);
    results.setZero(0);
    if (group.wanted == SingularVectors::None) {
      results.setZero(2);
      results.setZero(3);
    }
    results.template failWhereToldSo<R>();
  }

private:
  static SingularVectors wantedOf(const LapackTypes& types) {
    const int64_t mode = types.option("mode");
    return mode == 'N'   ? SingularVectors::None
           : mode == 'S' ? SingularVectors::Thin
                         : SingularVectors::All;
  }
};

} // namespace

LZ_LAPACK_RUNS_IN_LANES(kGesddRuns, Gesdd, GesddInLanes);

} // namespace lz::linalg
