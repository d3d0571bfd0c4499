// Tests every elementary function in f64 on every CPU class. The operands are numbers of each
// exponent, numbers near difficult points, and the operands of FloatTest. With LAZULI_MANY_POINTS=1
// there are ten million operands.
#include "Sweep.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace lz::emit {
namespace {

constexpr size_t kBlock = 1 << 14;

// Returns block `number` of operands. The kinds of operands alternate from block to block.
Operands<double> block(uint64_t number) {
  switch (number % 3) {
  case 0:
    return operandsOfEveryExponent(kBlock, number / 3 * kBlock);
  case 1:
    return operandsNextToDifficultPoints(kBlock, number);
  default:
    return mixedOperands<double>(kBlock, number);
  }
}

// The bounds of zeta and polygamma hold only for moderate orders. For larger orders the largest
// term may overflow although the result does not.
void limitOrders(const Function& f, Operands<double>& operands) {
  constexpr double kOrders = 61;
  if (f.opcode == Opcode::Zeta || f.opcode == Opcode::Polygamma)
    for (double& x : operands.x)
      x = std::isfinite(x) ? std::fmod(x, kOrders) : x;
}

class Doubles : public testing::TestWithParam<Function> {};

TEST_P(Doubles, StayWithinTheirBound) {
  const Function& f = GetParam();
  const size_t points = std::getenv("LAZULI_MANY_POINTS") ? 10'000'000 : 3 * kBlock;
  CodeOfClasses code(ElementKind::F64, /*scalar=*/false, f);
  std::vector<Worst<double>> worst(code.functions().size());
  for (uint64_t number = 0; number * kBlock < points; ++number) {
    Operands<double> operands = block(number);
    limitOrders(f, operands);
    Sweep<double> s = sweepOf(f, std::move(operands));
    for (size_t k = 0; k < worst.size(); ++k)
      worst[k] = worstOf(f, code.functions()[k], s, worst[k]);
  }
  expectWithinBounds(f, worst);
  for (const Worst<double>& w : worst)
    std::printf("%s f64: %.2f at %a, %a\n", nameOf(f).c_str(), w.error, w.x, w.y);
}

INSTANTIATE_TEST_SUITE_P(Math, Doubles, testing::ValuesIn(functions()),
                         [](const auto& info) { return nameOf(info.param); });

} // namespace
} // namespace lz::emit
