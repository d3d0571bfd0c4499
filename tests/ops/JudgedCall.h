// One matrix of a LAPACK call, and the rules by which its results are judged. Only
// Decompositions.cc uses this header.
#pragma once

#include "Tables.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "base/Literal.h"
#include "linalg/spec/LapackConfig.h"
#include "linalg/spec/LapackTable.h"

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
using WideTable = Table<Wide>;

inline WideTable identity(int64_t n) {
  return identityOf<Wide>(n);
}

inline Wide norm(const Numbers& numbers) {
  Wide squares = 0;
  for (Number x : numbers)
    squares += std::norm(x);
  return std::sqrt(squares);
}
inline Wide norm(const WideTable& a) {
  return norm(a.data);
}
inline bool isFinite(const Numbers& numbers) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [](Number x) { return std::isfinite(x.real()) && std::isfinite(x.imag()); });
}

class JudgedCall {
public:
  JudgedCall(std::string_view target, const linalg::LapackConfig& config,
             absl::Span<const Literal> operands, absl::Span<const Literal> results, int64_t index,
             int64_t count, double roundings)
      : target_(target), config_(config), operands_(operands), results_(results), index_(index),
        count_(count), roundings_(roundings) {}

  int64_t option(std::string_view name) const { return config_.number(name); }
  bool isReal() const { return !isComplex(operands_[0].type().dtype); }
  size_t numResults() const { return results_.size(); }
  Numbers operandNumbers(size_t i) const { return numbersOf(operands_[i]); }
  Numbers resultNumbers(size_t i) const { return numbersOf(results_[i]); }
  WideTable operand(size_t i) const { return matrixOf(operands_[i]); }
  WideTable result(size_t i) const { return matrixOf(results_[i]); }
  int64_t info() const { return int64_t(resultNumbers(results_.size() - 1)[0].real()); }

  // Returns what is wrong and where, or "" if nothing is.
  const std::string& verdict() const { return verdict_; }

  // Expects that a relative error is at most n + 1 times the allowed number of roundings.
  // `quotient` is the relative error of a matrix, or of vectors, with n rows.
  void expectSmall(const std::string& what, Wide quotient, int64_t n) {
    const Wide allowed = Wide(roundings_) * Wide(n + 1) * roundoff();
    if (!(quotient <= allowed))
      say(absl::StrFormat("%s is %.1e, allowed %.1e", what, double(quotient), double(allowed)));
  }
  // Like the function above. Here the relative error is |difference| / size. If `size` is so small
  // that results lose digits as denormals, a larger size is used.
  void expectSmall(const std::string& what, const Numbers& difference, Wide size, int64_t n) {
    const Wide lost = Wide(difference.size()) * leastNumber() / roundoff();
    const Wide error = norm(difference);
    expectSmall(what, error == 0 ? 0 : error / std::max(size, lost), n);
  }
  void expectOrthogonal(const std::string& what, const WideTable& columns) {
    const WideTable rest = adjoint(columns) * columns - identity(columns.columns);
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
  // If the routine reads an infinity or NaN, expects that all its results are NaN. Returns true if
  // the results need no further judgement.
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
  // Returns true if numbers of this size keep all digits.
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
  WideTable matrixOf(const Literal& literal) const {
    const Dims& dims = literal.type().dims;
    WideTable matrix(dims[dims.size() - 2], dims.back());
    matrix.data = numbersOf(literal);
    return matrix;
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
  const linalg::LapackConfig& config_;
  const absl::Span<const Literal> operands_, results_;
  const int64_t index_, count_;
  const double roundings_;
  std::string verdict_;
};

} // namespace lz::test
