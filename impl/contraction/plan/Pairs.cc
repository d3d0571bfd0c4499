// Decides which contractions of bf16 are computed in pairs. Contractions of i16 are always computed
// in pairs.
//
// If k is innermost, and its extent and all strides are even numbers, the two values of each pair
// are adjacent in memory. The operand can then be read as 32-bit elements, with half the strides.
// This is the case for lhs of x W, and for images with innermost channels. In other operands, such
// as W, the values of a pair are joined while they are packed.
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

// Halves the extent of k and its strides, so that k counts pairs. Returns false if a number is odd.
bool halveK(Axis& k) {
  while (!k.empty() && k.back().extent == 1)
    k.pop_back();
  if (k.empty() || k.back().stride != 1 || !halve(k.back().extent))
    return false;
  k.back().stride = 2;
  return halveStrides(k);
}

// Returns the operand with pairs as 32-bit elements of type `compute`, or nullopt if its memory
// does not consist of such pairs.
std::optional<OperandSpec> withPairsInMemory(OperandSpec operand, DType compute) {
  if (!halveK(operand.k) || !halveStrides(operand.rows) || !halveStrides(operand.batch))
    return std::nullopt;
  for (WindowAxis& axis : operand.window)
    if (!operand.plainKLast || !halve(axis.elementStride))
      return std::nullopt;
  operand.dtype = compute;
  return operand;
}

// Returns the operand in pairs. Returns nullopt for a window whose memory does not consist of
// pairs.
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

// The sizes of caches with which the times of pairs are predicted on every machine. Sums of pairs
// are rounded differently, so the choice must not depend on the caches of the machine.
constexpr Caches kUsualCaches{1 << 20, 32 << 20, 8};

ContractionPlan planWithTile(TiledContraction spec) {
  chooseTile(spec, kUsualCaches);
  return planContraction(spec, 1, kUsualCaches);
}

// Makes the axis as long as the axis of the larger product. The other parts of the axis stay as
// they are.
void stretch(Axis& axis, int64_t extent) {
  const int64_t own = points(axis);
  if (own > 0 && own < extent && evenStride(axis))
    axis = {{extent, axis.back().stride}};
  else if (own > 0 && own < extent)
    axis.front().extent = ceilDiv(extent, own / axis.front().extent);
}

// Returns the larger product of which the contraction is a part, for predictions.
TiledContraction wholeOf(TiledContraction spec) {
  for (Axis* axis : {&spec.lhs.rows, &spec.outM})
    stretch(*axis, spec.decidingM());
  for (Axis* axis : {&spec.rhs.rows, &spec.outN})
    stretch(*axis, spec.decidingN());
  spec.m = spec.decidingM(), spec.n = spec.decidingN();
  return spec;
}

// Returns whether `thin` in f32 is faster than pairs. In the other kinds f32 is never faster.
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
  if (pairs && (spec.compute == DType::S32 || !isBetterThin(wholeOf(spec), wholeOf(*pairs))))
    spec = *std::move(pairs);
}

} // namespace lz::contraction
