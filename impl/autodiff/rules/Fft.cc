// The rule of fft. The op is linear, so the cotangent is multiplied with the transposed matrix. The
// matrices of FFT and IFFT are symmetric. RFFT is the first half of the FFT of real numbers. Result
// j of an IRFFT with n results is the sum over k of m[k] Re(x[k] w^(-j k)) / n. Here m[k] is 2 if
// the conjugate of x[k] belongs to the missing half, and otherwise 1.
#include "autodiff/Rule.h"
#include "autodiff/Symbolic.h"
#include "spec/OpAttrs.inc.h"

namespace lz::autodiff {
namespace {

Attrs attrsOf(FftType type, absl::Span<const int64_t> lengths) {
  return {int64_t(type), Ints(lengths.begin(), lengths.end())};
}

// Returns the cotangent of the operand of an RFFT: pads g with zeros for the missing half, and
// transforms the padded g.
ValueId ofReal(const RuleCall& call, absl::Span<const int64_t> lengths) {
  Builder& b = call.b;
  const TensorType type = b.type(call.g[0]);
  const Ints none(type.dims.size(), 0);
  Ints high = none;
  high.back() = lengths.back() - type.dims.back();
  const ValueId whole = b.pad(call.g[0], b.zeros({type.dtype, {}}), none, high, none);
  const Symbolic transformed{&b, b.op(Opcode::Fft, {whole}, attrsOf(FftType::FFT, lengths))};
  return real(transformed).id;
}

// Returns m[k] (see above) divided by the number of elements, in the type of real parts.
ValueId weights(Builder& b, const TensorType& type, absl::Span<const int64_t> lengths) {
  double all = 1;
  for (int64_t length : lengths)
    all *= double(length);
  const int64_t n = lengths.back();
  Literal line(TensorType{type.dtype, {type.dims.back()}});
  visitDType(type.dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_floating_point_v<T>)
      for (int64_t k = 0; k < type.dims.back(); ++k)
        line.mutableAs<T>()[k] = T((k == 0 || 2 * k == n ? 1 : 2) / all);
  });
  const ValueId constant = b.op(Opcode::Constant, {}, {std::move(line)});
  return b.broadcast(constant, type.dims, {int64_t(type.dims.size()) - 1});
}

ValueId ofHalf(const RuleCall& call, absl::Span<const int64_t> lengths) {
  Builder& b = call.b;
  const Symbolic half{&b, b.op(Opcode::Fft, {call.g[0]}, attrsOf(FftType::RFFT, lengths))};
  const Symbolic weight{&b, weights(b, real(half).type(), lengths)};
  return complex(real(half) * weight, -(imag(half) * weight)).id;
}

} // namespace

Status vjpFft(const RuleCall& call) {
  if (!call.wants(0))
    return okStatus();
  const FftAttrs attrs(call.attrs());
  switch (attrs.fftType()) {
  case FftType::FFT:
  case FftType::IFFT:
    call.give(0, call.b.op(Opcode::Fft, {call.g[0]}, call.op.attrs));
    return okStatus();
  case FftType::RFFT:
    call.give(0, ofReal(call, attrs.fftLength()));
    return okStatus();
  case FftType::IRFFT:
    call.give(0, ofHalf(call, attrs.fftLength()));
    return okStatus();
  }
  return okStatus();
}

} // namespace lz::autodiff
