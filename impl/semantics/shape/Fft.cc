// fft: the kind of the transform decides whether operand and result are complex, and which of the
// two has only n / 2 + 1 numbers in the last dimension.
#include "semantics/shape/Checks.h"
#include "spec/OpAttrs.inc.h"

namespace lz::shape {
namespace {

std::string_view nameOf(FftType type) {
  switch (type) {
  case FftType::FFT:
    return "FFT";
  case FftType::IFFT:
    return "IFFT";
  case FftType::RFFT:
    return "RFFT";
  case FftType::IRFFT:
    return "IRFFT";
  }
  return "?";
}

// Returns the element type of the result, as constraint C2 of fft requires.
StatusOr<DType> resultDType(const Call& call, FftType type) {
  const DType from = call.operand(0).dtype;
  if (type == FftType::RFFT) {
    if (complexType(from) == DType::Invalid)
      return call.errorAt(0, "of type RFFT takes f32 or f64, not ", dtypeName(from));
    return complexType(from);
  }
  if (!isComplex(from))
    return call.errorAt(0, "of type ", nameOf(type), " takes complex<f32> or complex<f64>, not ",
                        dtypeName(from), "; make complex numbers with complex");
  return type == FftType::IRFFT ? partType(from) : from;
}

// Returns how many of n numbers the complex side of a real transform keeps in its last dimension.
int64_t halfOf(int64_t n) {
  return n == 0 ? 0 : n / 2 + 1;
}

// Checks constraint C4 of fft. The transformed dimensions of the operand must have the sizes in
// fft_length, for complex transforms, too. The only exception is the last dimension of the operand
// of IRFFT, which has only half of the numbers (constraint C5).
Status checkSizes(const Call& call, FftType type, absl::Span<const int64_t> lengths) {
  const TensorType& operand = call.operand(0);
  const size_t first = operand.dims.size() - lengths.size();
  for (size_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i] < 0)
      return call.error("fft_length ", dimsStr(lengths), " has a negative size");
    const bool isHalf = type == FftType::IRFFT && i + 1 == lengths.size();
    const int64_t size = operand.dims[first + i], wanted = isHalf ? halfOf(lengths[i]) : lengths[i];
    if (size != wanted)
      return call.errorAt(0, "of type ", nameOf(type), " and fft_length ", dimsStr(lengths),
                          " takes an operand whose dim ", first + i, " is ", wanted, ", but ",
                          named("the operand", operand), " has ", size);
  }
  return okStatus();
}

} // namespace

Status inferFft(const Call& call, TypeList& results) {
  const FftAttrs attrs(call.attrs());
  const TensorType& operand = call.operand(0);
  const absl::Span<const int64_t> lengths = attrs.fftLength();
  const FftType type = attrs.fftType();
  if (lengths.empty() || lengths.size() > 3) // constraint C3
    return call.error("transforms 1 to 3 dimensions, but fft_length ", dimsStr(lengths), " has ",
                      lengths.size());
  if (int64_t(lengths.size()) > operand.rank()) // constraint C1
    return call.error("fft_length ", dimsStr(lengths), " has ", lengths.size(), " sizes, but ",
                      named("the operand", operand), " has rank ", operand.rank());
  LZ_ASSIGN_OR_RETURN(DType dtype, resultDType(call, type));
  LZ_RETURN_IF_ERROR(checkSizes(call, type, lengths));
  TensorType result{dtype, operand.dims}; // constraint C5
  if (type == FftType::RFFT)
    result.dims.back() = halfOf(lengths.back());
  if (type == FftType::IRFFT)
    result.dims.back() = lengths.back();
  results.push_back(std::move(result));
  return okStatus();
}

} // namespace lz::shape
