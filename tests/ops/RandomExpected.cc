#include "RandomProgram.h"
#include "semantics/eval/Compare.h"
#include "semantics/eval/Evaluate.h"
#include "spec/Accuracy.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace lz::test {
namespace {

// The interpreter runs this many times. The first run is exact. In each other run an error is added
// to the result of every op: always upwards, always downwards, or at random.
constexpr size_t kRuns = 6;
constexpr double kSlackOfSpread = 16;

// Returns the real and imaginary parts of a value as separate elements.
Literal partsOf(const Literal& value) {
  TensorType type = value.type();
  if (!isComplex(type.dtype))
    return value;
  type.dtype = partType(type.dtype);
  type.dims.push_back(2);
  return Literal::copyOf(type, value.data());
}

bool isInexact(DType dtype) {
  return isFloat(dtype) || isComplex(dtype);
}

double ulpOf(DType dtype) {
  switch (partType(dtype)) {
  case DType::BF16:
    return 0x1p-7;
  case DType::F16:
    return 0x1p-10;
  case DType::F32:
    return 0x1p-23;
  default:
    return 0x1p-52;
  }
}

double leastNormal(DType dtype) {
  dtype = partType(dtype);
  return dtype == DType::F16 ? 0x1p-14 : dtype == DType::F64 ? 0x1p-1022 : 0x1p-126;
}

// Returns the magnitude of element `i` of a value of type `dtype`, which is given as partsOf()
// returns it.
double sizeOf(const Literal& parts, DType dtype, int64_t i) {
  return isComplex(dtype) ? std::hypot(parts.toDouble(2 * i), parts.toDouble(2 * i + 1))
                          : std::abs(parts.toDouble(i));
}

// Returns the largest magnitude of the finite elements.
double largestSize(const Literal& value) {
  const Literal parts = partsOf(value);
  double largest = 0;
  for (int64_t i = 0; i < value.type().numElements(); ++i)
    if (double size = sizeOf(parts, value.type().dtype, i); std::isfinite(size))
      largest = std::max(largest, size);
  return largest;
}

bool isSum(const Op& op) {
  OpKind kind = opInfo(op.opcode).kind;
  return kind == OpKind::Reduce || kind == OpKind::Scatter || kind == OpKind::Contraction;
}

// Returns a NaN with every bit set, or the usual one. The bits of a NaN are not specified, but
// bitcasts show them.
template <typename T> T someNan(bool hasAllBits) {
  T nan = T(std::numeric_limits<float>::quiet_NaN());
  if (hasAllBits && sizeof(T) > 1) // in some types, a byte of ones is a number
    std::memset(&nan, 0xff, sizeof(T));
  return nan;
}

bool rounds(const Op& op) {
  switch (op.opcode) {
  case Opcode::Add:
  case Opcode::Convert:
  case Opcode::Divide:
  case Opcode::Multiply:
  case Opcode::Subtract:
  case Opcode::Fft:
    return true;
  default:
    return isSum(op) || !op.regions.empty() || opInfo(op.opcode).ulp > 0;
  }
}

class Interpretation {
public:
  Interpretation(const Program& program, const Arguments& args) : program_(program) {
    for (auto& run : values_)
      run.resize(program.types.size());
    for (size_t i = 0; i < args.size(); ++i)
      define(program.body.params[i], args[i]);
  }

  Status run() {
    for (const Op& op : program_.body.ops)
      LZ_RETURN_IF_ERROR(run(op));
    return okStatus();
  }

  Expected expected() const {
    Expected result;
    result.isOrdinary = isOrdinary_;
    for (ValueId id : program_.body.results) {
      result.outputs.push_back(values_[0][size_t(id)]);
      result.slack.push_back(slackOf(id));
    }
    return result;
  }

private:
  void define(ValueId id, const Literal& value) {
    for (auto& run : values_)
      run[size_t(id)] = value;
    defined_.push_back(id);
    isOrdinary_ &= isOrdinary(value);
  }

  static bool isOrdinary(const Literal& value) {
    const Literal parts = partsOf(value);
    DType dtype = parts.type().dtype;
    for (int64_t i = 0; isFloat(dtype) && i < parts.type().numElements(); ++i)
      if (double x = parts.toDouble(i);
          !std::isfinite(x) || (x != 0 && std::abs(x) < leastNormal(dtype)))
        return false;
    return true;
  }

  Status run(const Op& op) {
    Program one;
    one.types = program_.types;
    one.body.params = defined_;
    one.body.ops = {op};
    one.body.results.assign(op.results.begin(), op.results.end());
    std::vector<Literal> magnitudes;
    if (isSum(op)) {
      LZ_ASSIGN_OR_RETURN(magnitudes, eval::evaluate(one, absolute(arguments(0))));
    }
    for (size_t run = 0; run < kRuns; ++run) {
      LZ_ASSIGN_OR_RETURN(std::vector<Literal> results, eval::evaluate(one, arguments(run)));
      for (size_t i = 0; i < results.size(); ++i) {
        if (run == 0)
          isOrdinary_ &= isOrdinary(results[i]) && !mayBeNanBeforeRounding(op);
        else
          err(op, run, magnitudes.empty() ? Literal() : magnitudes[i], results[i]);
        values_[run][size_t(op.results[i])] = std::move(results[i]);
      }
    }
    defined_.insert(defined_.end(), op.results.begin(), op.results.end());
    return okStatus();
  }

  // Returns true for powers of negative bases in 16-bit floats. For example, the exponent -300.7
  // rounds to -300 in bf16. The power is NaN with the exponent before rounding, and a number with
  // the one after it. Level standard may use either. No run of the interpreter shows the NaN,
  // because its exponents are rounded.
  bool mayBeNanBeforeRounding(const Op& op) const {
    if (op.opcode != Opcode::Power)
      return false;
    const Literal& base = values_[0][size_t(op.operands[0])];
    const DType dtype = base.type().dtype;
    for (int64_t i = 0; isFloat(dtype) && byteSize(dtype) <= 2 && i < base.type().numElements();
         ++i)
      if (base.toDouble(i) < 0)
        return true;
    return false;
  }

  std::vector<Literal> arguments(size_t run) const {
    std::vector<Literal> all;
    for (ValueId id : defined_)
      all.push_back(values_[run][size_t(id)]);
    return all;
  }

  static std::vector<Literal> absolute(std::vector<Literal> values) {
    for (Literal& value : values) {
      const DType dtype = value.type().dtype;
      if (!isInexact(dtype))
        continue;
      const Literal parts = partsOf(value);
      value = Literal(value.type());
      visitDType(partType(dtype), [&](auto zero) {
        using T = decltype(zero);
        if constexpr (!std::is_integral_v<T>)
          for (int64_t i = 0; i < value.type().numElements(); ++i)
            value.mutableAs<T>()[i * numParts(dtype)] = T(sizeOf(parts, dtype, i));
      });
    }
    return values;
  }

  // Adds an error to the result: the bound of the op, in ulp of the result. For a sum, the unit is
  // an ulp of the sum of magnitudes, and there is one error per term. For a transform, the unit is
  // an ulp of the largest result. If a sum is zero, its sign depends on the order of the terms.
  void err(const Op& op, size_t run, const Literal& magnitude, Literal& result) {
    DType dtype = result.type().dtype;
    if (!isInexact(dtype))
      return;
    int64_t terms = 1, elements = result.type().numElements() * numParts(dtype);
    if (isSum(op))
      for (ValueId id : op.operands)
        terms = std::max(terms, program_.type(id).numElements());
    double relative =
        rounds(op) ? ulpOf(dtype) * std::max<double>(opInfo(op.opcode).ulp, double(terms)) : 0;
    const double least =
        std::max(op.opcode == Opcode::Fft ? largestSize(result) : 0, cancellingTerms(op.opcode));
    const Literal sizes = partsOf(magnitude.valid() ? magnitude : result);
    result = Literal::copyOf(result.type(), result.data());
    visitDType(partType(dtype), [&](auto zero) {
      using T = decltype(zero);
      if constexpr (!std::is_integral_v<T>)
        for (int64_t i = 0; i < elements; ++i) {
          bool down = run == 1 ? false : run == 2 ? true : random_() % 2 == 0;
          T& value = result.mutableAs<T>()[i];
          double x = double(value);
          double size = sizeOf(sizes, dtype, i / numParts(dtype));
          if (std::isnan(x))
            value = someNan<T>(down);
          if (x == 0 && isSum(op))
            value = T(down ? -0.0f : 0.0f);
          double off = relative * std::max(size, least);
          if (std::isnan(off) || off == 0 || !std::isfinite(x))
            continue;
          if constexpr (std::is_same_v<T, double>)
            value = x + (down ? -off : off);
          else
            value = T(float(x + (down ? -off : off)));
        }
    });
  }

  std::vector<double> slackOf(ValueId id) const {
    std::vector<Literal> runs;
    for (const auto& run : values_)
      runs.push_back(partsOf(run[size_t(id)]));
    const Literal& exact = runs[0];
    const DType whole = program_.type(id).dtype, dtype = exact.type().dtype;
    std::vector<double> slack;
    for (int64_t i = 0; i < exact.type().numElements(); ++i) {
      double x = exact.toDouble(i), spread = 0;
      bool decided = true;
      for (const Literal& run : runs) {
        double other = run.toDouble(i);
        decided &= std::isfinite(other) == std::isfinite(x) && std::isnan(other) == std::isnan(x) &&
                   (isFloat(dtype) || run.toInt(i) == exact.toInt(i)) &&
                   (!std::isinf(x) || other == x);
        spread = std::max(spread, std::abs(other - x));
      }
      double least = dtype == DType::F16 ? 0x1p-22 : leastNormal(dtype);
      slack.push_back(!decided ? HUGE_VAL
                      : isFloat(dtype) && std::isfinite(x)
                          ? kSlackOfSpread * spread +
                                4 * ulpOf(dtype) * sizeOf(exact, whole, i / numParts(whole)) + least
                          : 0);
    }
    return slack;
  }

  const Program& program_;
  std::array<std::vector<Literal>, kRuns> values_;
  std::vector<ValueId> defined_;
  std::mt19937_64 random_{1};
  bool isOrdinary_ = true;
};

bool isNear(const Literal& actual, const Literal& expected, int64_t i, double slack) {
  if (slack == HUGE_VAL)
    return true;
  if (!isFloat(expected.type().dtype))
    return actual.toInt(i) == expected.toInt(i);
  double a = actual.toDouble(i), e = expected.toDouble(i);
  return a == e || (std::isnan(a) && std::isnan(e)) || std::abs(a - e) <= slack;
}

} // namespace

StatusOr<Expected> expectedOf(const Program& program, const Arguments& args) {
  Interpretation interpretation(program, args);
  LZ_RETURN_IF_ERROR(interpretation.run());
  return interpretation.expected();
}

std::string difference(const Expected& expected, const std::vector<Literal>& actual) {
  for (size_t o = 0; o < expected.outputs.size(); ++o) {
    const Literal &wanted = expected.outputs[o], parts = partsOf(wanted),
                  actualParts = partsOf(actual[o]);
    for (int64_t i = 0; i < parts.type().numElements(); ++i) {
      const int64_t element = i / numParts(wanted.type().dtype);
      if (!isNear(actualParts, parts, i, expected.slack[o][size_t(i)]))
        return absl::StrCat("output ", o, ", element ",
                            dimsStr(eval::unravel(element, wanted.type().dims)), " of ",
                            wanted.type().str(), " is ", eval::elementText(actual[o], element),
                            ", the interpreter says ", eval::elementText(wanted, element),
                            ", slack ", expected.slack[o][size_t(i)]);
    }
  }
  return "";
}

} // namespace lz::test
