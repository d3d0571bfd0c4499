// Fourier transforms (fft/Plan.h).
#pragma once

#include "exec/Calls.h"

namespace lz::exec {

// Attributes `fft_type`, a number of fft::Kind, and `fft_length`, a list. The operand and the
// result are of f32 or f64, or of complex numbers of these.
Status fft(const CallArgs& args);
CallNeeds needsOfFft(const CallSignature& signature);
StatusOr<std::shared_ptr<const CallPlan>> planOfFft(const CallSignature& signature);

} // namespace lz::exec
