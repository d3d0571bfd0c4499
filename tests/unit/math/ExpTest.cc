// Tests e^(c x) with a constant c. The compiler merges c with a constant of the exponential.
#include "MathJit.h"
#include "emit/math/Math.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>

namespace lz::emit {
namespace {

Body expOfProduct(double factor) {
  return [factor](LaneBuilder& b, mlir::Value x, mlir::Value) {
    return emitExp(b, b.mulf(b.constantLike(x, factor), x));
  };
}

std::vector<float> run(MachineClass cpu, double factor, const std::vector<float>& x) {
  MathJit jit(cpu);
  ArrayFn fn = jit.compile(ElementKind::F32, /*scalar=*/false, expOfProduct(factor));
  EXPECT_NE(fn, nullptr);
  std::vector<float> out(x.size());
  fn(x.data(), nullptr, out.data(), int64_t(x.size()));
  return out;
}

TEST(ExpOfProduct, DoesNotRoundTheProduct) {
  std::vector<float> x;
  for (int i = -4096; i < 4096; ++i)
    x.push_back(float(i) * 0.0191f);
  for (MachineClass cpu : hostMachineClasses()) {
    if (!codegen::targetInfo(cpu).vector.hasFma)
      continue;
    for (double factor : {-0.5, 1.1, 0.044715, -1.0}) {
      std::vector<float> out = run(cpu, factor, x);
      for (size_t i = 0; i < x.size(); ++i) {
        double exact = std::exp(double(x[i]) * double(float(factor)));
        double ulp = std::ldexp(1, std::ilogb(exact) - 23);
        EXPECT_LE(std::fabs(out[i] - exact), 2 * ulp)
            << x[i] << " times " << factor << " on " << machineClassName(cpu);
      }
    }
  }
}

TEST(ExpOfProduct, HasTheSpecialValuesOfBoth) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kMost = std::numeric_limits<float>::max();
  std::vector<float> x = {0, -0.0f, kInf, -kInf, kMost, -kMost, 1e30f, -1e30f, NAN, 200, -200};
  x.resize(64);
  for (MachineClass cpu : hostMachineClasses())
    for (double factor : {1.0, -0.5, 1.5957, 1e-30, 1e30, 0.0}) {
      std::vector<float> out = run(cpu, factor, x);
      for (size_t i = 0; i < x.size(); ++i) {
        float exact = std::exp(x[i] * float(factor));
        bool isNumber = std::isfinite(exact) && exact != 0;
        if (isNumber)
          EXPECT_NEAR(out[i] / exact, 1, 1e-5) << x[i] << " times " << factor;
        else
          EXPECT_TRUE(out[i] == exact || (std::isnan(out[i]) && std::isnan(exact)))
              << x[i] << " times " << factor << " gave " << out[i];
      }
    }
}

} // namespace
} // namespace lz::emit
