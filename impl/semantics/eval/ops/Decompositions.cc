#include "semantics/eval/ops/Decompositions.h"

#include "base/Cancel.h"
#include "linalg/MatrixShape.h"
#include "semantics/eval/decompose/Decompose.h"
#include "semantics/eval/decompose/Direct.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace lz::eval {

using decompose::Dense;
using decompose::Real;
using linalg::LapackFunction;
using Number = decompose::Complex;

// One matrix of the batch, with its parts of all operands and results.
class MatrixCall {
public:
  MatrixCall(const OpCall& call, const linalg::LapackConfig& config, absl::Span<Literal> results,
             int64_t index, int64_t count)
      : call_(call), config_(config), results_(results), index_(index), count_(count) {}

  int64_t option(std::string_view name) const { return config_.number(name); }
  bool isReal() const { return !isComplex(call_.operandType(0).dtype); }
  size_t numResults() const { return results_.size(); }

  template <typename T = Number> Dense<T> matrix(size_t operand) const {
    const TensorType& type = call_.operandType(operand);
    Dense<T> a(linalg::rowsOf(type), linalg::columnsOf(type));
    a.numbers = vector<T>(operand);
    return a;
  }
  template <typename T = Number> std::vector<T> vector(size_t operand) const {
    const Literal& literal = call_.operands[operand];
    const int64_t size = literal.type().numElements() / count_;
    std::vector<T> numbers;
    for (int64_t k = 0; k < size; ++k)
      if constexpr (std::is_same_v<T, Real>)
        numbers.push_back(read(literal, index_ * size + k).real());
      else
        numbers.push_back(read(literal, index_ * size + k));
    return numbers;
  }

  template <typename T> void set(size_t result, const std::vector<T>& numbers) {
    Literal& literal = results_[result];
    const auto size = int64_t(numbers.size());
    for (int64_t k = 0; k < size; ++k)
      write(literal, index_ * size + k, Number(numbers[size_t(k)]));
  }
  template <typename T> void set(size_t result, const Dense<T>& a) { set(result, a.numbers); }
  void setInfo(int64_t info) { set(results_.size() - 1, std::vector<Real>{Real(info)}); }

  // Fills all results with NaN, except integers.
  void fail() {
    constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();
    for (size_t i = 0; i < results_.size(); ++i)
      if (const TensorType& type = results_[i].type(); type.dtype != DType::S32)
        set(i, std::vector<Number>(size_t(type.numElements() / count_), Number(kNan, kNan)));
    setInfo(1);
  }

private:
  static Number read(const Literal& literal, int64_t k) {
    switch (literal.type().dtype) {
    case DType::F32:
      return literal.as<float>()[k];
    case DType::F64:
      return literal.as<double>()[k];
    case DType::C64:
      return {literal.as<float>()[2 * k], literal.as<float>()[2 * k + 1]};
    case DType::C128:
      return {literal.as<double>()[2 * k], literal.as<double>()[2 * k + 1]};
    default:
      return Real(literal.as<int32_t>()[k]);
    }
  }
  static void write(Literal& literal, int64_t k, Number x) {
    auto writeParts = [&](auto* to) {
      using Part = std::remove_pointer_t<decltype(to)>;
      const int64_t parts = isComplex(literal.type().dtype) ? 2 : 1;
      to[parts * k] = Part(x.real());
      if (parts == 2)
        to[parts * k + 1] = Part(x.imag());
    };
    switch (partType(literal.type().dtype)) {
    case DType::F32:
      return writeParts(literal.mutableAs<float>());
    case DType::F64:
      return writeParts(literal.mutableAs<double>());
    default:
      return writeParts(literal.mutableAs<int32_t>());
    }
  }

  const OpCall& call_;
  const linalg::LapackConfig& config_;
  const absl::Span<Literal> results_;
  const int64_t index_, count_;
};

namespace {

template <typename T> bool areFinite(const Dense<T>& a) {
  return std::all_of(a.numbers.begin(), a.numbers.end(),
                     [](Number x) { return std::abs(x) <= std::numeric_limits<Real>::max(); });
}

// Returns the Hermitian matrix whose upper or lower triangle is that of a. The imaginary parts of
// the diagonal of a are ignored.
Dense<Number> hermitianOf(const Dense<Number>& a, bool isUpper) {
  Dense<Number> b(a.rows, a.rows);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j <= i; ++j) {
      b(i, j) = i == j ? a(i, i).real() : isUpper ? std::conj(a(j, i)) : a(i, j);
      b(j, i) = std::conj(b(i, j));
    }
  return b;
}

void syevd(MatrixCall& call) {
  const Dense<Number> a = hermitianOf(call.matrix(0), call.option("uplo") == 'U');
  const auto all = areFinite(a) ? decompose::eigh(a) : std::nullopt;
  if (!all)
    return call.fail();
  call.set(1, all->values);
  if (call.option("mode") == 'V')
    call.set(0, all->vectors);
}

void gesdd(MatrixCall& call) {
  const int64_t mode = call.option("mode");
  const Dense<Number> a = call.matrix(0);
  const auto all = areFinite(a) ? decompose::svd(a) : std::nullopt;
  if (!all)
    return call.fail();
  call.set(1, all->values);
  if (mode == 'N')
    return;
  call.set(2, mode == 'A' ? decompose::completed(all->u) : all->u);
  call.set(3, decompose::adjoint(mode == 'A' ? decompose::completed(all->v) : all->v));
}

// Stores eigenvalues as one result of complex numbers, or as two results with real and imaginary
// parts.
template <typename T>
void setEigenvalues(MatrixCall& call, size_t result, const std::vector<Number>& values) {
  call.set(result, values);
  if (!std::is_same_v<T, Real>)
    return;
  std::vector<Real> imaginary;
  for (const Number& value : values)
    imaginary.push_back(value.imag());
  call.set(result + 1, imaginary);
}

template <typename T> void geesOf(MatrixCall& call) {
  const Dense<T> a = call.matrix<T>(0);
  const auto all = areFinite(a) ? decompose::schur(a) : std::nullopt;
  if (!all)
    return call.fail();
  call.set(0, all->t);
  if (call.option("mode") == 'V')
    call.set(1, all->q);
  setEigenvalues<T>(call, 2, decompose::eigenvaluesOf(all->t));
}
void gees(MatrixCall& call) {
  call.isReal() ? geesOf<Real>(call) : geesOf<Number>(call);
}

template <typename T> void geevOf(MatrixCall& call) {
  const Dense<T> a = call.matrix<T>(0);
  const auto all = areFinite(a) ? decompose::schur(a) : std::nullopt;
  if (!all)
    return call.fail();
  setEigenvalues<T>(call, 0, decompose::eigenvaluesOf(all->t));
  const size_t vectors = call.numResults() - 3;
  if (call.option("compute_left") == 'V')
    call.set(vectors, decompose::leftVectors(*all));
  if (call.option("compute_right") == 'V')
    call.set(vectors + 1, decompose::rightVectors(*all));
}
void geev(MatrixCall& call) {
  call.isReal() ? geevOf<Real>(call) : geevOf<Number>(call);
}

void gehrd(MatrixCall& call) {
  Dense<Number> a = call.matrix(0);
  const auto reflectors = decompose::reduceToHessenberg(a);
  call.set(0, reflectors.packInto(a, 1));
  call.set(1, reflectors.taus());
}

// A Hermitian matrix in Hessenberg form is tridiagonal. If the upper triangle is stored, LAPACK
// begins with the last row. This is the same as reducing a lower triangle whose rows and columns
// are in reverse order.
void sytrd(MatrixCall& call) {
  const bool isUpper = call.option("uplo") == 'U';
  const Dense<Number> given = call.matrix(0);
  auto inOrder = [&](const Dense<Number>& a) { return isUpper ? decompose::reversed(a) : a; };
  Dense<Number> a = inOrder(hermitianOf(given, isUpper)), packed = inOrder(given);
  const auto reflectors = decompose::reduceToHessenberg(a);
  a = reflectors.packInto(a, 1);
  std::vector<Real> diagonal, beside;
  for (int64_t i = 0; i < a.rows; ++i) {
    diagonal.push_back(a(i, i).real());
    a(i, i) = diagonal.back();
    if (i > 0)
      beside.push_back(a(i, i - 1).real());
    for (int64_t j = 0; j <= i; ++j) // the numbers above the diagonal do not change
      packed(i, j) = a(i, j);
  }
  std::vector<Number> taus = reflectors.taus();
  if (isUpper) {
    std::reverse(diagonal.begin(), diagonal.end());
    std::reverse(beside.begin(), beside.end());
    std::reverse(taus.begin(), taus.end());
  }
  call.set(0, inOrder(packed));
  call.set(1, diagonal);
  call.set(2, beside);
  call.set(3, taus);
}

void geqp3(MatrixCall& call) {
  std::vector<bool> comesFirst;
  for (const Number& mark : call.vector(1))
    comesFirst.push_back(mark != Number(0));
  const decompose::PivotedQr qr = decompose::pivotedQr(call.matrix(0), comesFirst);
  std::vector<Real> columns;
  for (int64_t j : qr.columns)
    columns.push_back(Real(j + 1));
  call.set(0, qr.reflectors.packInto(qr.r, 0));
  call.set(1, columns);
  call.set(2, qr.reflectors.taus());
}

// Computes c times a product of reflectors, or times the adjoint of this product.
void ormqr(MatrixCall& call) {
  const auto q = decompose::Reflectors<Number>::unpack(call.matrix(0), call.vector(1));
  Dense<Number> c = call.matrix(2);
  const bool isLeft = call.option("left") != 0, isAdjoint = call.option("transpose") != 0;
  for (int64_t step = 0; step < q.count(); ++step) {
    const int64_t k = isLeft == isAdjoint ? step : q.count() - 1 - step;
    isLeft ? q.applyLeft(k, c, isAdjoint) : q.applyRight(k, c, isAdjoint);
  }
  call.set(0, c);
}

// All three diagonals are indexed by row. The first row has no number below the diagonal, and the
// last row has none above it, so the elements of the operands at these two places are not used.
void gtsv(MatrixCall& call) {
  std::vector<Number> below = call.vector(0), above = call.vector(2);
  decompose::Tridiagonal a{below, call.vector(1), above};
  if (below.empty())
    return;
  a.below.erase(a.below.begin());
  a.above.pop_back();
  Dense<Number> b = call.matrix(3);
  call.setInfo(a.solve(b));
  std::copy(a.below.begin(), a.below.end(), below.begin() + 1);
  std::copy(a.above.begin(), a.above.end(), above.begin());
  call.set(0, below);
  call.set(1, a.diagonal);
  call.set(2, above);
  call.set(3, b);
}

constexpr Decomposition kDecompositions[] = {
    {LapackFunction::Gees, gees},   {LapackFunction::Geev, geev},   {LapackFunction::Gehrd, gehrd},
    {LapackFunction::Geqp3, geqp3}, {LapackFunction::Gesdd, gesdd}, {LapackFunction::Gtsv, gtsv},
    {LapackFunction::Ormqr, ormqr}, {LapackFunction::Syevd, syevd}, {LapackFunction::Sytrd, sytrd},
};

// Returns the number of matrices: the product of the dimensions before the first operand's matrix
// or vector.
int64_t batchOf(const Decomposition& routine, const OpCall& call) {
  const TensorType& type = call.operandType(0);
  const size_t inner =
      lapackTensors(routine.function, isComplex(type.dtype)).operands[0].sizes.size();
  int64_t count = 1;
  for (size_t d = 0; d + inner < type.dims.size(); ++d)
    count *= type.dims[d];
  return count;
}

} // namespace

const Decomposition* findDecomposition(LapackFunction function) {
  for (const Decomposition& decomposition : kDecompositions)
    if (decomposition.function == function)
      return &decomposition;
  return nullptr;
}

Status runDecomposition(const Decomposition& routine, const OpCall& call,
                        const linalg::LapackConfig& config, absl::Span<Literal> results) {
  const int64_t count = batchOf(routine, call);
  for (int64_t i = 0; i < count; ++i) {
    MatrixCall one(call, config, results, i, count);
    routine.run(one);
    if (isCancelled())
      return absl::CancelledError("[run] the run was cancelled");
  }
  return okStatus();
}

} // namespace lz::eval
