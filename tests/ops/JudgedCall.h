// One matrix of a call of LAPACK, and sentences about it. Only for Decompositions.cc.
#pragma once

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "base/Literal.h"
#include "linalg/spec/LapackCalls.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <vector>

namespace lz::test {

using Wide = long double;
using Number = std::complex<Wide>;
using Numbers = std::vector<Number>;

struct Table {
  int64_t rows = 0, columns = 0;
  Numbers data;

  Table(int64_t m, int64_t n) : rows(m), columns(n), data(size_t(m * n)) {}
  Number& operator()(int64_t i, int64_t j) { return data[size_t(i * columns + j)]; }
  Number operator()(int64_t i, int64_t j) const { return data[size_t(i * columns + j)]; }
};

inline Table operator*(const Table& a, const Table& b) {
  Table c(a.rows, b.columns);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t k = 0; k < a.columns; ++k)
      for (int64_t j = 0; j < b.columns; ++j)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}
inline Table operator-(Table a, const Table& b) {
  for (size_t k = 0; k < a.data.size(); ++k)
    a.data[k] -= b.data[k];
  return a;
}
inline Table adjoint(const Table& a) {
  Table b(a.columns, a.rows);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.columns; ++j)
      b(j, i) = std::conj(a(i, j));
  return b;
}
inline Table diagonal(const Numbers& values, int64_t rows, int64_t columns) {
  Table d(rows, columns);
  for (size_t i = 0; i < values.size(); ++i)
    d(int64_t(i), int64_t(i)) = values[i];
  return d;
}
inline Table identity(int64_t n) {
  return diagonal(Numbers(size_t(n), 1), n, n);
}
inline Table reversed(Table a) {
  std::reverse(a.data.begin(), a.data.end());
  return a;
}
inline Wide norm(const Numbers& numbers) {
  Wide squares = 0;
  for (Number x : numbers)
    squares += std::norm(x);
  return std::sqrt(squares);
}
inline Wide norm(const Table& a) {
  return norm(a.data);
}
inline bool isFinite(const Numbers& numbers) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [](Number x) { return std::isfinite(x.real()) && std::isfinite(x.imag()); });
}

class JudgedCall {
public:
  JudgedCall(std::string_view target, const LapackConfig& config,
             absl::Span<const Literal> operands, absl::Span<const Literal> results, int64_t index,
             int64_t count, double roundings)
      : target_(target), config_(config), operands_(operands), results_(results), index_(index),
        count_(count), roundings_(roundings) {}

  int64_t option(std::string_view name) const { return config_.number(name); }
  bool isReal() const { return !isComplex(operands_[0].type().dtype); }
  size_t numResults() const { return results_.size(); }
  Numbers operandNumbers(size_t i) const { return numbersOf(operands_[i]); }
  Numbers resultNumbers(size_t i) const { return numbersOf(results_[i]); }
  Table operand(size_t i) const { return tableOf(operands_[i]); }
  Table result(size_t i) const { return tableOf(results_[i]); }
  int64_t info() const { return int64_t(resultNumbers(results_.size() - 1)[0].real()); }

  // What was found, and where.
  const std::string& verdict() const { return verdict_; }

  // Of a matrix, or vectors, of n rows: a quotient is at most so many roundings.
  void expectSmall(const std::string& what, Wide quotient, int64_t n) {
    const Wide allowed = Wide(roundings_) * Wide(n + 1) * roundoff();
    if (!(quotient <= allowed))
      say(absl::StrFormat("%s is %.1e, allowed %.1e", what, double(quotient), double(allowed)));
  }
  // |difference| / size; of a matrix of zeros there is none. Results that are no normal numbers
  // lose digits.
  void expectSmall(const std::string& what, const Numbers& difference, Wide size, int64_t n) {
    const Wide lost = Wide(difference.size()) * leastNumber() / roundoff();
    const Wide error = norm(difference);
    expectSmall(what, error == 0 ? 0 : error / std::max(size, lost), n);
  }
  void expectOrthogonal(const std::string& what, const Table& columns) {
    const Table rest = adjoint(columns) * columns - identity(columns.columns);
    expectSmall(absl::StrCat("|", what, "^H ", what, " - 1|"), norm(rest), columns.rows);
  }
  void expect(bool holds, const std::string& what) {
    if (!holds)
      say(what);
  }
  void expectZeros(size_t result) {
    const Numbers numbers = resultNumbers(result);
    expect(norm(numbers) == 0,
           absl::StrCat("result ", result, " is not asked for, but is not zeros"));
  }
  // Infinities and NaN among what is read: then all results are NaN.
  bool isRefused(const Numbers& read) {
    if (isFinite(read)) {
      expect(info() == 0, absl::StrCat("its info is ", info()));
      return !verdict_.empty();
    }
    expect(info() == 1, "it has an infinity or NaN, but its info is not 1");
    for (size_t i = 0; i < results_.size(); ++i)
      if (results_[i].type().dtype != DType::S32)
        for (Number x : resultNumbers(i))
          expect(std::isnan(x.real()), absl::StrCat("it has an infinity or NaN, but result ", i,
                                                    " is not NaN everywhere"));
    return true;
  }
  Wide roundoff() const { return isOfFloats() ? 0x1p-23L : 0x1p-52L; }
  // Numbers of this size keep all digits.
  bool isNormal(Wide size) const { return size * roundoff() >= leastNumber(); }

private:
  bool isOfFloats() const { return partType(results_[0].type().dtype) == DType::F32; }
  Wide leastNumber() const {
    return isOfFloats() ? Wide(std::numeric_limits<float>::denorm_min())
                        : Wide(std::numeric_limits<double>::denorm_min());
  }
  void say(const std::string& what) {
    if (verdict_.empty())
      verdict_ = absl::StrCat("[", target_, "] matrix ", index_, " of ", count_, " of ",
                              operands_[0].type().str(), ": ", what);
  }

  Numbers numbersOf(const Literal& literal) const {
    const int64_t size = literal.type().numElements() / count_;
    Numbers numbers;
    for (int64_t k = index_ * size; k < (index_ + 1) * size; ++k)
      numbers.push_back(at(literal, k));
    return numbers;
  }
  Table tableOf(const Literal& literal) const {
    const Dims& dims = literal.type().dims;
    Table table(dims[dims.size() - 2], dims.back());
    table.data = numbersOf(literal);
    return table;
  }
  static Number at(const Literal& literal, int64_t k) {
    switch (literal.type().dtype) {
    case DType::C64:
      return {literal.as<float>()[2 * k], literal.as<float>()[2 * k + 1]};
    case DType::C128:
      return {literal.as<double>()[2 * k], literal.as<double>()[2 * k + 1]};
    default:
      return Wide(literal.toDouble(k));
    }
  }

  const std::string target_;
  const LapackConfig& config_;
  const absl::Span<const Literal> operands_, results_;
  const int64_t index_, count_;
  const double roundings_;
  std::string verdict_;
};

} // namespace lz::test
