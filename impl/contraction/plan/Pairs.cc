// Finds the contractions that are computed in pairs of bf16. Those of i16 always are.
//
// Where k is innermost and its extent and all strides are even, both values of each pair lie
// together: the operand is one of 32-bit elements, with half the strides. That is how lhs of x W
// and images with their channels innermost lie. Of others, as W, pairs are joined while they are
// packed.
#include "contraction/plan/Pairs.h"

#include "base/Integers.h"
#include "contraction/plan/Kinds.h"

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

// nullopt: the taps of a window cannot be joined.
std::optional<OperandSpec> inPairs(const OperandSpec& operand, DType compute) {
  std::optional<OperandSpec> result = withPairsInMemory(operand, compute);
  if (result || !operand.window.empty())
    return result;
  result = operand;
  result->joinsPairs = true;
  return result;
}

bool arePairsOfFloats(const TiledContraction& spec) {
  return spec.lhs.dtype == DType::BF16 && spec.rhs.dtype == DType::BF16 &&
         spec.compute == DType::F32 && !isDots(spec) && !thinShapeOf(spec);
}

} // namespace

void usePairs(TiledContraction& spec, const MicroKernels& kernels) {
  if (spec.compute != DType::S32 && !arePairsOfFloats(spec))
    return;
  std::optional<OperandSpec> lhs = inPairs(spec.lhs, spec.compute),
                             rhs = inPairs(spec.rhs, spec.compute);
  if (!lhs || !rhs)
    return;
  spec.lhs = *std::move(lhs), spec.rhs = *std::move(rhs);
  spec.k = ceilDiv(spec.k, 2);
  spec.kernels = &kernels;
  spec.pairs = true;
}

} // namespace lz::contraction
