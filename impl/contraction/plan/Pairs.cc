// Finds the contractions that are computed in pairs of bf16. Those of i16 always are.
//
// Where k is innermost and its extent and all strides are even, both values of each pair lie
// together: the operand is one of 32-bit elements, with half the strides. That is how lhs of x W
// and images with their channels innermost lie. Of others, as W, pairs are joined while they are
// packed.
#include "contraction/plan/Pairs.h"

#include "base/Integers.h"
#include "base/machine/Caches.h"
#include "contraction/plan/ContractionPlan.h"
#include "contraction/plan/Kinds.h"
#include "contraction/plan/TileChoice.h"

#include <optional>

namespace lz::contraction {
namespace {

bool halve(int64_t& number) {
  bool isEven = number % 2 == 0;
  number /= 2;
  return isEven;
}

bool halveStrides(Axis& axis) {
  for (AxisPart& part : axis)
    if (!halve(part.stride) && part.extent != 1)
      return false;
  return true;
}

// Halves k, the innermost axis of the operand: it counts pairs then.
bool halveK(Axis& k) {
  while (!k.empty() && k.back().extent == 1)
    k.pop_back();
  if (k.empty() || k.back().stride != 1 || !halve(k.back().extent))
    return false;
  k.back().stride = 2;
  return halveStrides(k);
}

// `compute`: the type of 32-bit elements.
std::optional<OperandSpec> withPairsInMemory(OperandSpec operand, DType compute) {
  if (!halveK(operand.k) || !halveStrides(operand.rows) || !halveStrides(operand.batch))
    return std::nullopt;
  for (WindowAxis& axis : operand.window)
    if (!operand.plainKLast || !halve(axis.elementStride))
      return std::nullopt;
  operand.dtype = compute;
  return operand;
}

// None: the taps of a window are not joined.
std::optional<OperandSpec> operandInPairs(const OperandSpec& operand, DType compute) {
  std::optional<OperandSpec> result = withPairsInMemory(operand, compute);
  if (result || !operand.window.empty())
    return result;
  result = operand;
  result->joinsPairs = true;
  return result;
}

bool areBf16(const TiledContraction& spec) {
  return spec.lhs.dtype == DType::BF16 && spec.rhs.dtype == DType::BF16 &&
         spec.compute == DType::F32;
}

// Sums of pairs are rounded in other places, and results do not depend on the machine's caches: so
// pairs are priced for these on every machine.
constexpr Caches kUsualCaches{1 << 20, 32 << 20, 8};

ContractionPlan planWithTile(TiledContraction spec) {
  chooseTile(spec, kUsualCaches);
  return planContraction(spec, 1, kUsualCaches);
}

// Kernels of pairs are faster than those of f32; thin rows of f32 may be faster still.
bool isBetterThin(const TiledContraction& spec, const TiledContraction& pairs) {
  const ContractionPlan plan = planWithTile(spec);
  return plan.is<ThinPlan>() && plan.ns <= planWithTile(pairs).ns;
}

} // namespace

std::optional<TiledContraction> inPairs(const TiledContraction& spec, const KernelTable& kernels) {
  if (spec.compute != DType::S32 && (!areBf16(spec) || isDots(spec)))
    return std::nullopt;
  std::optional<OperandSpec> lhs = operandInPairs(spec.lhs, spec.compute),
                             rhs = operandInPairs(spec.rhs, spec.compute);
  if (!lhs || !rhs)
    return std::nullopt;
  TiledContraction pairs = spec;
  pairs.lhs = *std::move(lhs), pairs.rhs = *std::move(rhs);
  pairs.k = ceilDiv(spec.k, 2);
  pairs.kernels = &kernels;
  pairs.pairs = true;
  return pairs;
}

void usePairs(TiledContraction& spec, const KernelTable& kernels) {
  std::optional<TiledContraction> pairs = inPairs(spec, kernels);
  if (pairs && (spec.compute == DType::S32 || !isBetterThin(spec, *pairs)))
    spec = *std::move(pairs);
}

} // namespace lz::contraction
