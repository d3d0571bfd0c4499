#include "linalg/Reflectors.h"
#include "linalg/lanes/Group.h"

#include <algorithm>
#include <limits>

namespace lz::linalg {
namespace {

// Returns the norm of column j from the diagonal on. The squares of its numbers can be too large or
// too small for their type.
template <typename L> LZ_INLINE L scaledLength(const Matrix<L>& x, int64_t j) {
  using T = typename L::Number;
  const L zero = L::all(0);
  L most = zero, sum = zero;
  for (int64_t i = j; i < x.rows; ++i)
    most = select(abs(x(i, j)) > most, abs(x(i, j)), most);
  const auto canScale = (most > zero) & (most < L::all(std::numeric_limits<T>::infinity()));
  const L scale = select(canScale, most, L::all(1));
  for (int64_t i = j; i < x.rows; ++i) {
    const L ratio = x(i, j) / scale;
    sum = sum.plusProduct(ratio, ratio);
  }
  return scale * sqrt(sum);
}

// Returns the norm of column j from the diagonal on. The sum is a double, so that squares of f32
// neither overflow nor underflow.
template <typename L> LZ_INLINE L length(const Matrix<L>& x, int64_t j) {
  using T = typename L::Number;
  using Wide = Lanes<double, L::kCount * int64_t(sizeof(double))>;
  Wide sum = Wide::all(0);
  for (int64_t i = j; i < x.rows; ++i) {
    const Wide number{__builtin_convertvector(x(i, j).v, typename Wide::Vector)};
    sum = sum.plusProduct(number, number);
  }
  const L plain{__builtin_convertvector(sqrt(sum).v, typename L::Vector)};
  if constexpr (std::is_same_v<T, double>) {
    const auto isExact = (sum > Wide::all(1e-280)) & (sum < Wide::all(1e300));
    if ((!isExact).any())
      return select(isExact, plain, scaledLength(x, j));
  }
  return plain;
}

// Subtracts tau v (v^T x) from columns [column, column + kColumns) of x. v is 1 in row j, and below
// that it is column j of `vectors`.
template <int kColumns, typename L>
LZ_INLINE void reflect(const Matrix<L>& vectors, int64_t j, const L& tau, const Matrix<L>& x,
                       int64_t column) {
  L sums[kColumns];
  for (int c = 0; c < kColumns; ++c)
    sums[c] = x(j, column + c);
  for (int64_t i = j + 1; i < x.rows; ++i) {
    const L v = vectors(i, j);
    for (int c = 0; c < kColumns; ++c)
      sums[c] = sums[c].plusProduct(v, x(i, column + c));
  }
  for (int c = 0; c < kColumns; ++c) {
    sums[c] = sums[c] * tau;
    x(j, column + c) = x(j, column + c) - sums[c];
  }
  for (int64_t i = j + 1; i < x.rows; ++i) {
    const L v = vectors(i, j);
    for (int c = 0; c < kColumns; ++c)
      x(i, column + c) = x(i, column + c).minusProduct(v, sums[c]);
  }
}

// Applies the reflector of column j to the columns of x after j.
template <typename L>
LZ_INLINE void reflectBehind(const Matrix<L>& vectors, int64_t j, const L& tau,
                             const Matrix<L>& x) {
  inPieces<4>(j + 1, x.columns, [&](auto count, int64_t column) __attribute__((always_inline)) {
    reflect<count>(vectors, j, tau, x, column);
  });
}

// Returns the work of reflectors that change `changed` numbers. Each of these numbers takes two
// multiplications. Reflectors change four columns at a time: the reflectors are read twice, and the
// columns are read twice and written once.
LaneWork workOfReflectors(double changed) {
  return {.moved = (2 * 0.25 + 3) * changed, .products = 2 * changed};
}

template <typename T> struct QrScratch {
  LaneMatrix<T> numbers, tau;

  static QrScratch take(Scratch& scratch, MachineClass cpu, int64_t rows, int64_t columns) {
    return {LaneMatrix<T>::take(scratch, cpu, rows, columns),
            LaneMatrix<T>::take(scratch, cpu, 1, std::min(rows, columns))};
  }
};

template <typename T> struct FactorQr {
  const QrScratch<T>& scratch;

  template <int kBytes> LZ_INLINE void run() const {
    using L = Lanes<T, kBytes>;
    const Matrix<L> x = inLanes<L>(scratch.numbers.first());
    for (int64_t j = 0; j < scratch.tau.columns; ++j) {
      const L factor = reflector(x, j);
      factor.store(scratch.tau.data + j * L::kCount);
      reflectBehind(x, j, factor, x);
    }
  }

  // Makes the reflector of column j. The diagonal element of the column becomes that of r, and the
  // elements below become v. Returns tau, which is 0 in lanes whose column is zero below the
  // diagonal.
  template <typename L> LZ_INLINE static L reflector(const Matrix<L>& x, int64_t j) {
    const L zero = L::all(0), one = L::all(1);
    auto isZero = zero < one; // true in each lane until the column has a number that is not zero
    for (int64_t i = j + 1; i < x.rows; ++i)
      isZero = isZero & (x(i, j) == zero);
    L whole = length(x, j), scale = one;
    const auto isTiny = (whole < L::all(kTinyLength<T>)) & !isZero;
    if (isTiny.any()) {
      scale = select(isTiny, L::all(kEnlarged<T>), one);
      for (int64_t i = j; i < x.rows; ++i)
        x(i, j) = x(i, j) * scale;
      whole = length(x, j);
    }
    const L alpha = x(j, j), beta = select(isZero, alpha, -copysign(whole, alpha));
    const L divisor = select(isZero, one, alpha - beta);
    for (int64_t i = j + 1; i < x.rows; ++i)
      x(i, j) = x(i, j) / divisor;
    x(j, j) = beta / scale;
    return select(isZero, zero, (beta - alpha) / beta);
  }
};

// The columns of q begin as those of the identity matrix. Then the reflectors are applied, from the
// last to the first. When the reflector of column j is applied, column j of q is still a unit
// vector, so its product with the reflector needs no sum.
template <typename T> struct FormQScratch {
  LaneMatrix<T> vectors, tau, q;

  static FormQScratch take(Scratch& scratch, MachineClass cpu, const FormQShape& shape) {
    return {LaneMatrix<T>::take(scratch, cpu, shape.rows, shape.reflectorColumns),
            LaneMatrix<T>::take(scratch, cpu, 1, shape.count),
            LaneMatrix<T>::take(scratch, cpu, shape.rows, shape.columns)};
  }
};

template <typename T> struct FormQ {
  const FormQScratch<T>& scratch;

  template <int kBytes> LZ_INLINE void run() const {
    using L = Lanes<T, kBytes>;
    const Matrix<L> v = inLanes<L>(scratch.vectors.first()), q = inLanes<L>(scratch.q.first());
    for (int64_t i = 0; i < q.rows; ++i)
      for (int64_t c = 0; c < q.columns; ++c)
        q(i, c) = L::all(T(i == c));
    for (int64_t j = std::min(scratch.tau.columns, q.columns); j-- > 0;) {
      const L factor = L::load(scratch.tau.data + j * L::kCount);
      reflectBehind(v, j, factor, q);
      q(j, j) = L::all(1) - factor;
      for (int64_t i = j + 1; i < q.rows; ++i)
        q(i, j) = -(factor * v(i, j));
    }
  }
};

} // namespace

template <typename T>
void factorQr(const LaneGroup& group, int64_t rows, int64_t columns, const T* a, T* qr, T* tau) {
  Scratch memory(group.scratch);
  const auto scratch = QrScratch<T>::take(memory, group.cpu, rows, columns);
  toLanes(group, a, scratch.numbers);
  contraction::runForClass(group.cpu, FactorQr<T>{scratch});
  fromLanes(group, scratch.numbers, qr);
  fromLanes(group, scratch.tau, tau);
}

template <typename T> LaneNeeds qrNeeds(MachineClass cpu, int64_t rows, int64_t columns) {
  Scratch memory;
  const int64_t steps = QrScratch<T>::take(memory, cpu, rows, columns).tau.columns;
  const StepSums sums = stepSums(steps, rows, columns);
  LaneWork work = workOfReflectors(sums.both);
  work.turned = 2 * double(rows * columns) + double(steps);
  // A column is compared with zero, squared in double, and divided. The norm and the reflector wait
  // for roots and divisions, some of them in double.
  work.moved += 4 * sums.below;
  work.products += (2 + kProductsOfDivision) * sums.below;
  work.roots = 6 * double(steps);
  return needsOf(cpu, sizeof(T), work, memory.bytes());
}

template <typename T>
void formQ(const LaneGroup& group, const FormQShape& shape, const T* a, const T* tau, T* q) {
  Scratch memory(group.scratch);
  const auto scratch = FormQScratch<T>::take(memory, group.cpu, shape);
  toLanes(group, a, scratch.vectors);
  toLanes(group, tau, scratch.tau);
  contraction::runForClass(group.cpu, FormQ<T>{scratch});
  fromLanes(group, scratch.q, q);
}

template <typename T> LaneNeeds formQNeeds(MachineClass cpu, const FormQShape& shape) {
  Scratch memory;
  FormQScratch<T>::take(memory, cpu, shape);
  const auto from = double(shape.rows * shape.reflectorColumns),
             to = double(shape.rows * shape.columns);
  const StepSums sums = stepSums(std::min(shape.count, shape.columns), shape.rows, shape.columns);
  LaneWork work = workOfReflectors(sums.both);
  work.turned = from + to + double(shape.count);
  work.moved += 2 * to;
  return needsOf(cpu, sizeof(T), work, memory.bytes());
}

#define LZ_QR(T)                                                                                   \
  template void factorQr(const LaneGroup&, int64_t, int64_t, const T*, T*, T*);                    \
  template LaneNeeds qrNeeds<T>(MachineClass, int64_t, int64_t);                                   \
  template void formQ(const LaneGroup&, const FormQShape&, const T*, const T*, T*);                \
  template LaneNeeds formQNeeds<T>(MachineClass, const FormQShape&)
LZ_QR(float);
LZ_QR(double);

} // namespace lz::linalg
