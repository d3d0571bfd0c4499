#include "Gradients.h"

#include "autodiff/Gradient.h"
#include "semantics/eval/Compare.h"
#include "semantics/eval/Evaluate.h"

#include <cmath>
#include <random>

namespace lz::test {
namespace {

// Returns the number of floats; a complex number counts as two.
int64_t numFloats(const Literal& literal) {
  const TensorType& type = literal.type();
  return isDifferentiable(type.dtype) ? type.numElements() * numParts(type.dtype) : 0;
}
double floatAt(const Literal& literal, int64_t i) {
  return isComplex(literal.type().dtype) ? literal.as<double>()[i] : literal.toDouble(i);
}
// The cotangent c of a complex z = x + iy stands for the derivative Re(c dz), which is c.re in x
// and -c.im in y.
double sign(const Literal& literal, int64_t i) {
  return isComplex(literal.type().dtype) && i % 2 == 1 ? -1 : 1;
}

std::vector<size_t> floatParams(const Program& program) {
  std::vector<size_t> floats;
  for (size_t i = 0; i < program.body.params.size(); ++i)
    if (isDifferentiable(program.type(program.body.params[i]).dtype))
      floats.push_back(i);
  return floats;
}

// Returns the sum of the products of cotangents and results, over all float results.
StatusOr<double> pairing(const Program& program, const std::vector<Literal>& args,
                         absl::Span<const Literal> cotangents) {
  LZ_ASSIGN_OR_RETURN(std::vector<Literal> results, eval::evaluate(program, args));
  double sum = 0;
  for (size_t r = 0; r < results.size(); ++r)
    for (int64_t i = 0; i < numFloats(results[r]); ++i)
      sum += floatAt(results[r], i) * floatAt(cotangents[r], i) * sign(results[r], i);
  return sum;
}

// Returns the derivative of pairing() with respect to float `i` of argument `a`, as a difference
// quotient.
StatusOr<double> difference(const Program& program, std::vector<Literal> args,
                            absl::Span<const Literal> cotangents, size_t a, int64_t i) {
  Literal moved = Literal::copyOf(args[a].type(), args[a].data());
  double& element = moved.mutableAs<double>()[i];
  const double middle = element, step = 1e-5 * std::max(1.0, std::abs(middle));
  args[a] = moved;
  element = middle + step;
  const double high = element;
  LZ_ASSIGN_OR_RETURN(double above, pairing(program, args, cotangents));
  element = middle - step;
  const double low = element;
  LZ_ASSIGN_OR_RETURN(double below, pairing(program, args, cotangents));
  return (above - below) / (high - low);
}

// Compares the gradient with respect to argument `a` with difference quotients. Returns "" if they
// agree.
StatusOr<std::string> compareGradient(const Program& program, const std::vector<Literal>& args,
                                      absl::Span<const Literal> cotangents, size_t a,
                                      const Literal& gradient, double tolerance) {
  std::vector<double> differences;
  double magnitude = 1;
  for (int64_t i = 0; i < numFloats(gradient); ++i) {
    LZ_ASSIGN_OR_RETURN(double d, difference(program, args, cotangents, a, i));
    differences.push_back(d * sign(gradient, i));
    magnitude = std::max(magnitude, std::abs(d));
  }
  for (size_t i = 0; i < differences.size(); ++i) {
    double actual = floatAt(gradient, int64_t(i));
    if (!(std::abs(actual - differences[i]) <= tolerance * magnitude))
      return absl::StrCat("argument ", a, ", element ",
                          dimsStr(eval::unravel(int64_t(i) / numParts(gradient.type().dtype),
                                                gradient.type().dims)),
                          " of ", gradient.type().str(), ": the gradient is ", actual,
                          ", the difference quotient ", differences[i]);
  }
  return "";
}

StatusOr<std::string> firstError(const Program& program, const std::vector<Literal>& args,
                                 GradientCheck check) {
  LZ_ASSIGN_OR_RETURN(Program gradient, gradientProgram(program));
  std::vector<Literal> all = withCotangents(program, args);
  LZ_ASSIGN_OR_RETURN(std::vector<Literal> gradients, eval::evaluate(gradient, all));
  std::vector<size_t> floats = floatParams(program);
  for (size_t i = 0; i < floats.size(); ++i) {
    LZ_ASSIGN_OR_RETURN(std::string error,
                        compareGradient(program, args, absl::MakeSpan(all).subspan(args.size()),
                                        floats[i], gradients[i], check.tolerance));
    if (!error.empty())
      return error;
  }
  if (!check.secondOrder)
    return "";
  check.secondOrder = false;
  LZ_ASSIGN_OR_RETURN(std::string error, firstError(gradient, all, check));
  return error.empty() ? "" : absl::StrCat("second order: ", error);
}

} // namespace

Literal uniform(const TensorType& type, Range range, uint64_t seed) {
  std::mt19937_64 random(seed);
  Literal literal(type);
  visitDType(partType(type.dtype), [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < type.numElements() * numParts(type.dtype); ++i) {
      double unit = double(random() >> 11) * 0x1p-53;
      double value = range.low + unit * (range.high - range.low);
      if constexpr (std::is_same_v<T, bool>)
        literal.mutableAs<T>()[i] = unit < 0.5;
      else if constexpr (std::is_integral_v<T>)
        literal.mutableAs<T>()[i] = T(std::floor(value));
      else
        literal.mutableAs<T>()[i] = T(float(value));
    }
  });
  return literal;
}

StatusOr<Program> gradientProgram(const Program& program) {
  return autodiff::gradientOf(program, {.arguments = floatParams(program), .withCotangents = true});
}

std::vector<Literal> withCotangents(const Program& program, std::vector<Literal> args) {
  uint64_t seed = 1000;
  for (ValueId result : program.body.results)
    args.push_back(uniform(program.type(result), {}, seed++));
  return args;
}

std::string gradientError(const Program& program, const std::vector<Literal>& args,
                          GradientCheck check) {
  StatusOr<std::string> error = firstError(program, args, check);
  return error.ok() ? *error : error.status().ToString();
}

} // namespace lz::test
