// Fourier transforms as calls (fft/Plan.h).
#pragma once

#include "exec/Calls.h"

namespace lz::exec {

// The attributes are `fft_type`, the number of a case of fft::Kind, and `fft_length`, a list of
// extents. Operand and result have elements of f32 or f64, or complex numbers of these.
Status fft(const CallArgs& args);
CallNeeds needsOfFft(const CallSignature& signature);
StatusOr<std::shared_ptr<const CallPlan>> planOfFft(const CallSignature& signature);

} // namespace lz::exec
