// Each lane chooses its own pivot row. A row is exchanged only in the lanes that chose it as the
// pivot row. A row that no lane chose is skipped.
#include "linalg/lanes/Group.h"

#include <algorithm>

namespace lz::linalg {
namespace {

template <typename T> struct LuScratch {
  LaneMatrix<T> numbers, pivots, info; // pivot rows are numbered from 0

  static LuScratch take(Scratch& scratch, MachineClass cpu, int64_t rows, int64_t columns) {
    return {LaneMatrix<T>::take(scratch, cpu, rows, columns),
            LaneMatrix<T>::take(scratch, cpu, 1, std::min(rows, columns)),
            LaneMatrix<T>::take(scratch, cpu, 1, 1)};
  }
};

template <typename T> struct FactorLu {
  const LuScratch<T>& scratch;

  template <int kBytes> LZ_INLINE void run() const {
    using L = Lanes<T, kBytes>;
    const Matrix<L> x = inLanes<L>(scratch.numbers.first());
    const L zero = L::all(0), one = L::all(1);
    L first = zero;
    for (int64_t j = 0; j < scratch.pivots.columns; ++j) {
      const L pivot = choose(x, j);
      pivot.store(scratch.pivots.data + j * L::kCount);
      exchange(x, j, pivot);
      const auto isZero = x(j, j) == zero;
      first = select(isZero & (first == zero), L::all(T(j + 1)), first);
      // If the pivot is zero, the numbers below it are zero too, and must stay zero.
      const L divisor = select(isZero, one, x(j, j));
      for (int64_t i = j + 1; i < x.rows; ++i) {
        const L factor = x(i, j) / divisor;
        x(i, j) = factor;
        for (int64_t c = j + 1; c < x.columns; ++c)
          x(i, c) = x(i, c).minusProduct(factor, x(j, c));
      }
    }
    first.store(scratch.info.data);
  }

  // Returns for each lane the first row from j on with the largest absolute value in column j.
  template <typename L> LZ_INLINE static L choose(const Matrix<L>& x, int64_t j) {
    L at = L::all(T(j)), most = abs(x(j, j));
    for (int64_t i = j + 1; i < x.rows; ++i) {
      const L size = abs(x(i, j));
      const auto isLarger = size > most;
      most = select(isLarger, size, most);
      at = select(isLarger, L::all(T(i)), at);
    }
    return at;
  }

  template <typename L>
  LZ_INLINE static void exchange(const Matrix<L>& x, int64_t j, const L& pivot) {
    for (int64_t i = j + 1; i < x.rows; ++i) {
      const auto isChosen = pivot == L::all(T(i));
      if (!isChosen.any())
        continue;
      for (int64_t c = 0; c < x.columns; ++c) {
        const L top = x(j, c);
        x(j, c) = select(isChosen, x(i, c), top);
        x(i, c) = select(isChosen, top, x(i, c));
      }
    }
  }
};

} // namespace

template <typename T>
void factorLu(const LaneGroup& group, int64_t rows, int64_t columns, const T* a, T* lu,
              int32_t* pivots, int32_t* info) {
  Scratch memory(group.scratch);
  const auto scratch = LuScratch<T>::take(memory, group.cpu, rows, columns);
  toLanes(group, a, scratch.numbers);
  contraction::runForClass(group.cpu, FactorLu<T>{scratch});
  fromLanes(group, scratch.numbers, lu);
  const int64_t steps = scratch.pivots.columns, lanes = scratch.pivots.lanes;
  for (int64_t lane = 0; lane < group.matrices; ++lane) {
    info[lane] = int32_t(scratch.info.data[lane]);
    for (int64_t j = 0; j < steps; ++j)
      pivots[lane * steps + j] = int32_t(scratch.pivots.data[j * lanes + lane]) + 1;
  }
}

template <typename T> LaneNeeds luNeeds(MachineClass cpu, int64_t rows, int64_t columns) {
  Scratch memory;
  const auto scratch = LuScratch<T>::take(memory, cpu, rows, columns);
  const int64_t steps = scratch.pivots.columns, lanes = scratch.pivots.lanes;
  const StepSums sums = stepSums(steps, rows, columns);
  // Each lane chooses a row. So the number of rows that a step exchanges is nearly the number of
  // lanes, but at most the number of rows below.
  const double exchanged = std::min(sums.below, double(lanes * steps)) * 0.8 * double(columns);
  // A product reads two numbers and writes one number. A column is read to choose the pivot and to
  // find the rows to exchange, and is then divided.
  return needsOf(cpu, sizeof(T),
                 {.turned = 2 * double(rows * columns) + double(steps),
                  .moved = 3 * sums.both + 4 * exchanged + 4 * sums.below,
                  .products = sums.both + kProductsOfDivision * sums.below,
                  .roots = double(steps)},
                 memory.bytes());
}

#define LZ_LU(T)                                                                                   \
  template void factorLu(const LaneGroup&, int64_t, int64_t, const T*, T*, int32_t*, int32_t*);    \
  template LaneNeeds luNeeds<T>(MachineClass, int64_t, int64_t)
LZ_LU(float);
LZ_LU(double);

} // namespace lz::linalg
