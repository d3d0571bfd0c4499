// The words of enumerations in XLA's text, indexed by their numbers in its proto. "" marks a number
// without a word.
#pragma once

#include <string_view>

namespace lz::xla {

inline constexpr std::string_view kApiVersions[] = {
    "API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
    "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI"};
inline constexpr std::string_view kDistributions[] = {"", "rng_uniform", "rng_normal"};
inline constexpr std::string_view kRngAlgorithms[] = {"rng_default", "rng_three_fry", "rng_philox"};
inline constexpr std::string_view kTransforms[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
inline constexpr std::string_view kTranspositions[] = {"", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};

} // namespace lz::xla
