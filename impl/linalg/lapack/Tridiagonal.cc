#include "linalg/lapack/Tensors.h"

namespace lz::linalg {
namespace {

extern "C" {
#define LZ_DECLARE(letter, E)                                                                      \
  void letter##gtsv_(const int* n, const int* columns, E* below, E* diagonal, E* above, E* b,      \
                     const int* ldb, int* info);
LZ_LAPACK_REAL(LZ_DECLARE)
LZ_LAPACK_COMPLEX(LZ_DECLARE)
#undef LZ_DECLARE
}

#define LZ_CALLS(letter, E)                                                                        \
  int gtsv(int n, int columns, E* below, E* diagonal, E* above, E* b) {                            \
    const int stride = std::max(1, n);                                                             \
    int info = 0;                                                                                  \
    letter##gtsv_(&n, &columns, below, diagonal, above, b, &stride, &info);                        \
    return info;                                                                                   \
  }
LZ_LAPACK_REAL(LZ_CALLS)
LZ_LAPACK_COMPLEX(LZ_CALLS)
#undef LZ_CALLS

template <typename E> struct Gtsv {
  static WorkLengths ask(const LapackTypes&) { return {}; }

  Gtsv(const LapackTypes& of, const WorkLengths&, Scratch& scratch)
      : types(of), b(of.operands[3], scratch) {}

  void run(const LapackData& data) {
    E* diagonals[3];
    for (size_t i = 0; i < 3; ++i) {
      diagonals[i] = vectorAt<E>(data.results[i]);
      std::copy_n(vectorAt<E>(data.operands[i]), b.rows, diagonals[i]);
    }
    b.load(data.operands[3]);
    // The diagonals are indexed by row. The first row has no number on the lower diagonal, so the
    // first number of the lower diagonal is skipped.
    const int info = gtsv(b.rows, b.columns, diagonals[0] + 1, diagonals[1], diagonals[2], b.data);
    LapackResults{types, data}.setInfo(info);
    b.store(data.results[3]);
  }

private:
  const LapackTypes& types;
  Copied<E> b;
};

} // namespace

LZ_LAPACK_RUNS(kGtsvRuns, Gtsv);

} // namespace lz::linalg
