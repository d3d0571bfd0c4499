#include "ShapeTesting.h"
#include "spec/Enums.inc.h"

namespace lz::shape {
namespace {

Query fft(std::string_view operand, FftType type, std::initializer_list<int64_t> lengths) {
  return Query(Opcode::Fft)
      .in(operand)
      .attr("fft_type", AttrValue(int64_t(type)))
      .attr("fft_length", lengths);
}

TEST(Fft, GivesHalfOfRealTransforms) {
  fft("2x3xcomplex<f32>", FftType::FFT, {3}).gives("2x3xcomplex<f32>");
  fft("2x3xcomplex<f64>", FftType::IFFT, {2, 3}).gives("2x3xcomplex<f64>");
  fft("4x2x3xf32", FftType::RFFT, {4, 2, 3}).gives("4x2x2xcomplex<f32>");
  fft("2x8xf64", FftType::RFFT, {8}).gives("2x5xcomplex<f64>");
  fft("2x5xcomplex<f64>", FftType::IRFFT, {8}).gives("2x8xf64");
  fft("2x5xcomplex<f32>", FftType::IRFFT, {2, 9}).gives("2x9xf32");
  fft("3x0xf32", FftType::RFFT, {0}).gives("3x0xcomplex<f32>");
  fft("3x0xcomplex<f32>", FftType::IRFFT, {0}).gives("3x0xf32");
}

// These are C1 to C5 of the specification.
TEST(Fft, Refuses) {
  fft("3xcomplex<f32>", FftType::FFT, {1, 3})
      .refused("has 2 sizes, but the operand [3] has rank 1");
  fft("3xf32", FftType::IFFT, {3})
      .refused("of type IFFT takes complex<f32> or complex<f64>, not f32");
  fft("3xf32", FftType::IRFFT, {3}).refused("of type IRFFT takes complex<f32>");
  fft("3xf16", FftType::RFFT, {3}).refused("of type RFFT takes f32 or f64, not f16");
  fft("2x2x2x2xcomplex<f32>", FftType::FFT, {2, 2, 2, 2}).refused("transforms 1 to 3 dimensions");
  fft("2x3xf32", FftType::RFFT, {2, 4}).refused("whose dim 1 is 4, but the operand [2,3] has 3");
  fft("2x3xcomplex<f32>", FftType::IRFFT, {3, 4}).refused("whose dim 0 is 3");
  fft("2x3xcomplex<f32>", FftType::IRFFT, {6}).refused("whose dim 1 is 4");
  fft("3xcomplex<f32>", FftType::FFT, {-3}).refused("has a negative size");
}

} // namespace
} // namespace lz::shape
