#include "Generated.h"

#include "TimeLimit.h"
#include "lz-run/Difference.h"
#include "semantics/eval/Compare.h"
#include "semantics/eval/Evaluate.h"
#include "spec/Flops.h"

#include <algorithm>
#include <cmath>

namespace lz::conformance {
namespace {

// The interpreter's speed on one core of 2020, with a margin. It is used to skip long ops, because
// a single op cannot be interrupted.
constexpr double kFlopsPerSecond = 3e7;
constexpr double kMostBytes = 4e9; // of all values together

double bytesOf(const Program& program) {
  double bytes = 0;
  for (const TensorType& type : program.types)
    bytes += double(type.numBytes());
  return bytes;
}

// Returns true if sums in f16 or a narrower type have too many terms. The interpreter rounds after
// each addition, so the result of such a sum is too inexact for a comparison. For example, adding 1
// to an f16 of 2048 or more does not change it.
bool sumsTooLong(const Program& program) {
  constexpr int64_t kLongest = 2048;
  for (const Op& op : program.body.ops) {
    if (op.opcode != Opcode::Reduce)
      continue;
    const TensorType &from = program.type(op.operands[0]), &to = program.type(op.results[0]);
    if (isFloat(to.dtype) && to.dtype != DType::F32 && to.dtype != DType::F64 &&
        from.numElements() > kLongest * to.numElements())
      return true;
  }
  return false;
}

// Returns the relative error that results may have: sixteen units in the last place of the coarsest
// float type of the program. For f32 and f64 it is larger, 2^-12 and 2^-36, because compiled sums
// have another order.
double toleranceOf(const Program& program) {
  double tolerance = 0;
  for (const TensorType& type : program.types) {
    if (!isFloat(type.dtype) && !isComplex(type.dtype))
      continue;
    const TensorType real{partType(type.dtype), {}};
    const double bits = real.dtype == DType::F64    ? 36
                        : real.dtype == DType::F32  ? 12
                        : real.dtype == DType::F16  ? 7
                        : real.dtype == DType::BF16 ? 4
                                                    : 1;
    tolerance = std::max(tolerance, std::exp2(-bits));
  }
  return tolerance;
}

double largestOf(const Literal& literal) {
  double largest = 1;
  for (int64_t i = 0, n = literal.type().numElements(); i < n; ++i)
    if (const double size = std::abs(eval::numberAt(literal, i)); std::isfinite(size))
      largest = std::max(largest, size);
  return largest;
}

} // namespace

Program withoutPromises(Program program) {
  std::vector<Region*> regions = {&program.body};
  for (size_t i = 0; i < regions.size(); ++i)
    for (Op& op : regions[i]->ops) {
      const absl::Span<const AttrInfo> attrs = opInfo(op.opcode).attrs;
      for (size_t k = 0; k < op.attrs.size(); ++k)
        if (attrs[k].name == "unique_indices" || attrs[k].name == "indices_are_sorted")
          op.attrs[k] = int64_t(0);
      for (Region& region : op.regions)
        regions.push_back(&region);
    }
  return program;
}

StatusOr<std::vector<Literal>> interpretWithin(const Program& program,
                                               const std::vector<Literal>& args, double seconds) {
  if (flopsOf(program) > kFlopsPerSecond * seconds || bytesOf(program) > kMostBytes)
    return absl::CancelledError("too much work for the interpreter");
  if (sumsTooLong(program))
    return absl::CancelledError(
        "long sums of small floats, which the interpreter rounds too often");
  TimeLimit limit(seconds);
  StatusOr<std::vector<Literal>> results = eval::evaluate(program, args);
  if (absl::IsCancelled(results.status()))
    return absl::CancelledError("the interpreter takes too long");
  return results;
}

Status compareResults(const Program& program, const std::vector<Literal>& actual,
                      const std::vector<Literal>& expected) {
  const double tolerance = toleranceOf(program);
  for (size_t i = 0; i < expected.size(); ++i) {
    const DType dtype = expected[i].type().dtype;
    const bool isExact = !isFloat(dtype) && !isComplex(dtype);
    const run::Tolerance allowed{0, isExact ? 0 : tolerance * largestOf(expected[i])};
    const run::Difference difference = run::compare(actual[i], expected[i], allowed);
    if (difference.differing > 0)
      return failedPrecondition("result ", i, " ",
                                run::describe(difference, actual[i], expected[i]));
  }
  return okStatus();
}

} // namespace lz::conformance
