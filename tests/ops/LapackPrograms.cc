#include "LapackPrograms.h"

#include "Tables.h"
#include "absl/strings/str_cat.h"
#include "linalg/spec/LapackTable.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <map>
#include <ostream>
#include <random>

namespace lz::test {
using linalg::LapackFunction;

namespace {

using Matrix = Table<double>;
using Value = Matrix::Number;

void put(Literal& literal, int64_t k, Value x) {
  const bool isPair = isComplex(literal.type().dtype);
  auto putParts = [&](auto* to) {
    using Part = std::remove_pointer_t<decltype(to)>;
    to[isPair ? 2 * k : k] = Part(x.real());
    if (isPair)
      to[2 * k + 1] = Part(x.imag());
  };
  switch (partType(literal.type().dtype)) {
  case DType::F32:
    return putParts(literal.mutableAs<float>());
  case DType::F64:
    return putParts(literal.mutableAs<double>());
  default:
    return putParts(literal.mutableAs<int32_t>());
  }
}

class Matrices {
public:
  Matrices(DType dtype, int64_t m, int64_t n) : dtype_(dtype), m_(m), n_(n) {}

  std::vector<Matrix> all(bool hasNan) {
    std::vector<Matrix> matrices = {random(), zeros(), filled(1), diagonal(1)};
    matrices.push_back(jordan(1));
    matrices.push_back(jordan(-1));
    matrices.push_back(turnedJordan());
    matrices.push_back(permutation());
    matrices.push_back(lowRank());
    matrices.push_back(reflection());
    const int range = partType(dtype_) == DType::F32 ? 30 : 200;
    matrices.push_back(scaled([&](int64_t i, int64_t j) { return -range * (i + j) / (m_ + n_); }));
    const int largest = partType(dtype_) == DType::F32 ? 118 : 1010;
    for (int power : {largest, -largest})
      matrices.push_back(scaled([&](int64_t, int64_t) { return power; }));
    matrices.push_back(permutation());
    const bool isOfFloats = partType(dtype_) == DType::F32;
    for (Value& x : matrices.back().data)
      x *= isOfFloats ? double(std::numeric_limits<float>::denorm_min())
                      : std::numeric_limits<double>::denorm_min();
    for (double bad : {double(NAN), HUGE_VAL}) {
      if (!hasNan || m_ == 0 || n_ == 0)
        continue;
      matrices.push_back(random());
      matrices.back()(m_ - 1, n_ / 2) = bad;
    }
    return matrices;
  }

private:
  Value draw() {
    std::uniform_real_distribution<float> uniform(-1, 1);
    const float re = uniform(generator_);
    return {re, isComplex(dtype_) ? uniform(generator_) : 0};
  }
  Matrix zeros() const { return {m_, n_}; }
  Matrix random() {
    Matrix a = zeros();
    for (Value& x : a.data)
      x = draw();
    return a;
  }
  Matrix filled(double x) const {
    Matrix a = zeros();
    std::fill(a.data.begin(), a.data.end(), x);
    return a;
  }
  Matrix diagonal(double x) const {
    Matrix a = zeros();
    for (int64_t i = 0; i < std::min(m_, n_); ++i)
      a(i, i) = x;
    return a;
  }
  // Returns a matrix with ones on the diagonal that is `behind` columns to the right of the main
  // one.
  Matrix jordan(int64_t behind) const {
    Matrix a = zeros();
    for (int64_t i = 0; i < m_; ++i)
      if (i + behind >= 0 && i + behind < n_)
        a(i, i + behind) = 1;
    return a;
  }
  // Returns l (2 + j) l^-1, a Jordan block for the eigenvalue 2 in another basis. l is a triangle
  // of ones, so all elements are integers.
  Matrix turnedJordan() const {
    Matrix a = zeros();
    for (int64_t i = 0; i < m_; ++i)
      for (int64_t j = 0; j < n_; ++j)
        a(i, j) = (i == j ? 2 : 0) + (j > 0 && j - 1 <= i ? 1 : 0) - (j <= i && j + 1 < n_ ? 1 : 0);
    return a;
  }
  Matrix permutation() const {
    Matrix a = zeros();
    for (int64_t i = 0; i < m_ && n_ > 0; ++i)
      a(i, (i + 1) % n_) = 1;
    return a;
  }
  Matrix lowRank() {
    Matrix a = zeros();
    for (int64_t step = 0; step < 2; ++step) {
      const Matrix x = random(), y = random();
      for (int64_t i = 0; i < m_; ++i)
        for (int64_t j = 0; j < n_; ++j)
          a(i, j) += x.data[size_t(i * n_)] * y.data[size_t(j)];
    }
    return a;
  }
  // Returns a reflection. One of its eigenvalues is -1, and all others are 1.
  Matrix reflection() {
    Matrix a = diagonal(1);
    std::vector<Value> v;
    double squares = 0;
    for (int64_t i = 0; i < std::max(m_, n_); ++i) {
      v.push_back(draw());
      squares += std::norm(v.back());
    }
    for (int64_t i = 0; i < m_; ++i)
      for (int64_t j = 0; j < n_; ++j)
        a(i, j) -= 2.0 / squares * v[size_t(i)] * std::conj(v[size_t(j)]);
    return a;
  }
  Matrix scaled(const std::function<int64_t(int64_t i, int64_t j)>& power) {
    Matrix a = random();
    for (int64_t i = 0; i < m_; ++i)
      for (int64_t j = 0; j < n_; ++j)
        a(i, j) *= std::ldexp(1.0, int(power(i, j)));
    return a;
  }

  const DType dtype_;
  const int64_t m_, n_;
  std::mt19937 generator_{7};
};

Matrix hermitianPart(Matrix a) {
  Matrix b = a;
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.rows; ++j)
      b(i, j) = a(i, j) / 2.0 + std::conj(a(j, i)) / 2.0;
  return b;
}

class Writer {
public:
  Writer(DType dtype, int64_t m, int64_t n) : dtype_(dtype) {
    sizes_ = {
        {'m', m}, {'n', n}, {'k', std::min(m, n)}, {'h', std::max<int64_t>(0, n - 1)}, {'r', 2}};
  }

  // Returns element k of an operand, made from a random number. Without a Fill, the first operand
  // has hard matrices, and all other operands are random.
  using Fill = std::function<Value(size_t operand, int64_t k, Value random)>;
  void add(LapackFunction function, const std::string& config, bool isHermitian, bool hasNan,
           const Fill& fill = {}) {
    for (const std::string& target : lapackTargets(function, dtype_)) {
      LapackProgram made;
      made.target = target;
      made.config = config;
      addOp(made, lapackTensors(function, isComplex(dtype_)), isHermitian, hasNan, fill);
      all_.push_back(std::move(made));
    }
  }
  void setSize(char letter, int64_t size) { sizes_[letter] = size; }
  std::vector<LapackProgram> take() { return std::move(all_); }

private:
  void addOp(LapackProgram& made, const linalg::LapackTensors& tensors, bool isHermitian,
             bool hasNan, const Fill& fill) {
    addArguments(made, tensors.operands, isHermitian, hasNan, fill);
    Op op{Opcode::CustomCall, {}, {}, attrsOf(made), {}};
    for (const Literal& argument : made.arguments) {
      op.operands.push_back(made.program.addValue(argument.type()));
      made.program.body.params.push_back(op.operands.back());
    }
    for (const linalg::LapackTensor& tensor : tensors.results) {
      op.results.push_back(made.program.addValue(typeOf(tensor)));
      made.program.body.results.push_back(op.results.back());
    }
    made.program.body.ops.push_back(std::move(op));
  }
  TensorType typeOf(const linalg::LapackTensor& tensor) const {
    TensorType type{tensor.dtype(dtype_), {batch_}};
    for (char letter : tensor.sizes)
      type.dims.push_back(sizes_.at(letter));
    return type;
  }
  static Attrs attrsOf(const LapackProgram& made) {
    const OpInfo& info = opInfo(Opcode::CustomCall);
    Attrs attrs(info.attrs.size());
    for (size_t i = 0; i < attrs.size(); ++i)
      if (info.attrs[i].name == "call_target_name")
        attrs[i] = made.target;
      else if (info.attrs[i].name == "backend_config")
        attrs[i] = made.config;
    return attrs;
  }
  void addArguments(LapackProgram& made, const std::vector<linalg::LapackTensor>& tensors,
                    bool isHermitian, bool hasNan, const Fill& fill) {
    const std::string_view first = tensors[0].sizes;
    if (tensors[0].isMatrix() && !fill) {
      made.arguments.push_back(
          hardMatrices(dtype_, sizes_[first[0]], sizes_[first[1]], isHermitian, hasNan));
      batch_ = made.arguments[0].type().dims[0];
    } else {
      batch_ = 3;
    }
    std::mt19937 generator(3);
    std::uniform_real_distribution<float> uniform(-1, 1);
    for (size_t i = made.arguments.size(); i < tensors.size(); ++i) {
      Literal literal(typeOf(tensors[i]));
      for (int64_t k = 0; k < literal.type().numElements(); ++k) {
        const Value x(uniform(generator), uniform(generator));
        put(literal, k, fill ? fill(i, k, x) : tensors[i].sign == '#' ? Value(k % 3 == 1) : x);
      }
      made.arguments.push_back(std::move(literal));
    }
  }

  const DType dtype_;
  std::map<char, int64_t> sizes_;
  int64_t batch_ = 1;
  std::vector<LapackProgram> all_;
};

std::string option(std::string_view name, char letter) {
  return absl::StrCat(std::string(name), " = ", int(letter), " : ui8");
}

void addSquare(Writer& writer, int64_t n) {
  for (char mode : {'V', 'N'}) {
    writer.add(LapackFunction::Gees,
               absl::StrCat("{", option("mode", mode), ", ", option("sort", 'N'), "}"), false,
               true);
    for (char uplo : {'L', 'U'})
      writer.add(LapackFunction::Syevd,
                 absl::StrCat("{", option("mode", mode), ", ", option("uplo", uplo), "}"), true,
                 true);
    for (char right : {'V', 'N'})
      writer.add(LapackFunction::Geev,
                 absl::StrCat("{", option("compute_left", mode), ", ",
                              option("compute_right", right), "}"),
                 false, true);
  }
  writer.add(LapackFunction::Gehrd, absl::StrCat("{high = ", n, " : i32, low = 1 : i32}"), false,
             false);
  for (char uplo : {'L', 'U'})
    writer.add(LapackFunction::Sytrd, absl::StrCat("{", option("uplo", uplo), "}"), true, false);
  // The routine exchanges two rows if the element below the diagonal is larger than the one on it.
  writer.add(LapackFunction::Gtsv, "{}", false, false, [&](size_t operand, int64_t k, Value x) {
    return operand == 0 ? 2.0 * x + 2.0 : operand == 1 && k % 4 == 0 ? 3.0 * x : x;
  });
}

// The vectors have a 1, followed by numbers of size 1/2. Their reflectors are unitary for tau = (1
// + z) / |v|^2 with |z| = 1.
void addProducts(Writer& writer, bool isReal, int64_t m, int64_t n) {
  for (bool isLeft : {true, false})
    for (bool isAdjoint : {true, false}) {
      const int64_t length = isLeft ? m : n, count = length / 2 + 1;
      writer.setSize('a', length);
      writer.setSize('t', count);
      if (m == 0 || n == 0)
        continue;
      writer.add(LapackFunction::Ormqr,
                 absl::StrCat("{left = ", isLeft ? "true" : "false",
                              ", transpose = ", isAdjoint ? "true" : "false", "}"),
                 false, false, [=](size_t operand, int64_t k, Value x) {
                   const double below = double(length - 1 - k % count);
                   return operand == 0 ? Value(x.real() > 0 ? 0.5 : -0.5) *
                                             (isReal || x.imag() > 0 ? Value(1) : Value(0, 1))
                          : operand == 1 ? Value(isReal ? 2 : 1.6, 0.8) / (1 + below / 4)
                                         : x;
                 });
    }
}

} // namespace

void PrintTo(const LapackProgram& program, std::ostream* out) {
  *out << program.target << " " << program.config;
}

std::vector<LapackProgram> lapackPrograms(DType dtype, int64_t m, int64_t n) {
  Writer writer(dtype, m, n);
  addSquare(writer, n);
  const int64_t k = std::min(m, n);
  for (char mode : {'A', 'S', 'N'}) {
    writer.setSize('u', mode == 'A' ? m : k);
    writer.setSize('v', mode == 'A' ? n : k);
    writer.add(LapackFunction::Gesdd, absl::StrCat("{", option("mode", mode), "}"), false, true);
  }
  writer.add(LapackFunction::Geqp3, "{}", false, false);
  addProducts(writer, !isComplex(dtype), m, n);
  return writer.take();
}

Literal hardMatrices(DType dtype, int64_t m, int64_t n, bool isHermitian, bool hasNan) {
  std::vector<Matrix> all = Matrices(dtype, m, n).all(hasNan);
  Literal literal(TensorType{dtype, {int64_t(all.size()), m, n}});
  int64_t k = 0;
  for (const Matrix& a : all)
    for (Value x : isHermitian ? hermitianPart(a).data : a.data)
      put(literal, k++, x);
  return literal;
}

} // namespace lz::test
