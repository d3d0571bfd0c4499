// Transforms computed by hand.
#include "TestProgram.h"
#include "spec/Enums.inc.h"

namespace lz::test {
namespace {

using C = Complex<double>;

Literal complexOf(Dims dims, std::vector<C> values) {
  return Literal::copyOf({DType::C128, std::move(dims)}, values.data());
}

void expectNear(const Literal& actual, std::vector<C> expected) {
  ASSERT_EQ(actual.type().numElements(), int64_t(expected.size()));
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(actual.as<C>()[i].re, expected[i].re, 1e-14) << i;
    EXPECT_NEAR(actual.as<C>()[i].im, expected[i].im, 1e-14) << i;
  }
}

Literal transformed(const Literal& x, FftType type, std::vector<int64_t> lengths,
                    TensorType result) {
  TestProgram p;
  return runOne(
      p, Opcode::Fft, {x}, std::move(result),
      {{"fft_type", int64_t(type)}, {"fft_length", Ints(lengths.begin(), lengths.end())}});
}

TEST(Fft, ForwardAndBack) {
  const TensorType type{DType::C128, {4}};
  Literal x = complexOf({4}, {{1, 2}, {3, -4}, {0, 1}, {-2, 0}});
  Literal y = transformed(x, FftType::FFT, {4}, type);
  // With w = -i, these are sums of the numbers times 1, w^k, w^2k, w^3k.
  expectNear(y, {{2, -1}, {-3, -4}, {0, 7}, {5, 6}});
  expectNear(transformed(y, FftType::IFFT, {4}, type), {{1, 2}, {3, -4}, {0, 1}, {-2, 0}});
}

TEST(Fft, OddLengthsAndSeveralDimensions) {
  const TensorType type{DType::C128, {2, 3}};
  Literal x = complexOf({2, 3}, {{1, 0}, {1, 0}, {1, 0}, {0, 1}, {0, 1}, {0, 1}});
  expectNear(transformed(x, FftType::FFT, {3}, type), {{3, 0}, {}, {}, {0, 3}, {}, {}});
  expectNear(transformed(x, FftType::FFT, {2, 3}, type), {{3, 3}, {}, {}, {3, -3}, {}, {}});
}

TEST(Fft, HalfOfRealOnes) {
  Literal x = tensorOf<double>({4}, {1, 2, 3, 4});
  Literal half = transformed(x, FftType::RFFT, {4}, {DType::C128, {3}});
  expectNear(half, {{10, 0}, {-2, 2}, {-2, 0}});
  EXPECT_EQ(valuesOf<double>(transformed(half, FftType::IRFFT, {4}, {DType::F64, {4}})),
            (std::vector<double>{1, 2, 3, 4}));
  // Number 0 has no conjugate partner, so its imaginary part is ignored.
  Literal odd = complexOf({2}, {{3, 5}, {0, 0}});
  EXPECT_EQ(valuesOf<double>(transformed(odd, FftType::IRFFT, {3}, {DType::F64, {3}})),
            (std::vector<double>{1, 1, 1}));
}

TEST(Fft, Nothing) {
  Literal none =
      transformed(tensorOf<double>({2, 0}, {}), FftType::RFFT, {0}, {DType::C128, {2, 0}});
  EXPECT_EQ(none.type().numElements(), 0);
}

} // namespace
} // namespace lz::test
