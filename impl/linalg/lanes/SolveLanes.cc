#include "linalg/lanes/Group.h"

namespace lz::linalg {
namespace {

template <typename T> struct SolveScratch {
  LaneMatrix<T> triangle, right;

  static SolveScratch take(Scratch& scratch, MachineClass cpu, const TriangleSide& side,
                           int64_t rows, int64_t columns) {
    const int64_t n = side.left ? rows : columns;
    return {LaneMatrix<T>::take(scratch, cpu, n, n),
            LaneMatrix<T>::take(scratch, cpu, rows, columns)};
  }
};

// Solves l x = b. The solution replaces b. A few rows and columns are computed at a time, so that
// the sums stay in registers.
template <typename T> struct SolveLower {
  Matrix<T> l, x;
  bool isUnit;

  template <int kBytes> LZ_INLINE void run() const {
    using L = Lanes<T, kBytes>;
    const Matrix<L> lower = inLanes<L>(l), right = inLanes<L>(x);
    inPieces<4>(0, right.columns, [&](auto columns, int64_t column) __attribute__((always_inline)) {
      inPieces<2>(0, lower.rows, [&](auto rows, int64_t row) __attribute__((always_inline)) {
        solve<rows, columns>(lower, right, row, column);
      });
    });
  }

  template <int kRows, int kColumns, typename L>
  LZ_INLINE void solve(const Matrix<L>& lower, const Matrix<L>& right, int64_t row,
                       int64_t column) const {
    L sums[kRows][kColumns];
    for (int r = 0; r < kRows; ++r)
      for (int c = 0; c < kColumns; ++c)
        sums[r][c] = right(row + r, column + c);
    for (int64_t k = 0; k < row; ++k)
      for (int r = 0; r < kRows; ++r)
        for (int c = 0; c < kColumns; ++c)
          sums[r][c] = sums[r][c].minusProduct(lower(row + r, k), right(k, column + c));
    for (int r = 0; r < kRows; ++r)
      for (int c = 0; c < kColumns; ++c) {
        for (int k = 0; k < r; ++k)
          sums[r][c] = sums[r][c].minusProduct(lower(row + r, row + k), sums[k][c]);
        if (!isUnit)
          sums[r][c] = sums[r][c] / lower(row + r, row + r);
        right(row + r, column + c) = sums[r][c];
      }
  }
};

} // namespace

template <typename T>
void solveTriangular(const LaneGroup& group, const TriangleSide& side, int64_t rows,
                     int64_t columns, const T* a, const T* b, T* x) {
  Scratch memory(group.scratch);
  const auto scratch = SolveScratch<T>::take(memory, group.cpu, side, rows, columns);
  toLanes(group, a, scratch.triangle);
  toLanes(group, b, scratch.right);
  contraction::runForClass(group.cpu,
                           SolveLower<T>{lowerOnLeft(side, scratch.triangle.first()),
                                         rightOfLower(side, scratch.right.first()), side.isUnit});
  fromLanes(group, scratch.right, x);
}

template <typename T>
LaneNeeds solveNeeds(MachineClass cpu, const TriangleSide& side, int64_t rows, int64_t columns) {
  Scratch memory;
  SolveScratch<T>::take(memory, cpu, side, rows, columns);
  const int64_t n = side.left ? rows : columns, others = side.left ? columns : rows;
  const double square = double(n * n), right = double(n * others);
  // Two rows and four columns have 8 products, which read 6 vectors. Two rows and one column have 2
  // products, which read 3 vectors.
  const double ofProduct = others == 1 ? 1.5 : 0.75, products = square * double(others) / 2;
  return needsOf(cpu, sizeof(T),
                 {.turned = square + 2 * right,
                  .moved = ofProduct * products + 2 * right,
                  .products = products + (side.isUnit ? 0 : kProductsOfDivision * right),
                  // For every four columns, a row waits for the row above.
                  .roots = double(n * ceilDiv(others, 4))},
                 memory.bytes());
}

#define LZ_SOLVE(T)                                                                                \
  template void solveTriangular(const LaneGroup&, const TriangleSide&, int64_t, int64_t, const T*, \
                                const T*, T*);                                                     \
  template LaneNeeds solveNeeds<T>(MachineClass, const TriangleSide&, int64_t, int64_t)
LZ_SOLVE(float);
LZ_SOLVE(double);

} // namespace lz::linalg
