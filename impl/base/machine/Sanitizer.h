// Tells whether the library is built with a sanitizer that detects uses of freed memory. In such a
// build, freed memory is not kept for reuse.
#pragma once

namespace lz {

// GCC defines a macro for the sanitizer, and clang has a feature test.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LZ_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define LZ_ADDRESS_SANITIZER
#endif

#if defined(LZ_ADDRESS_SANITIZER)
inline constexpr bool kWatchesFreedMemory = true;
#undef LZ_ADDRESS_SANITIZER
#else
inline constexpr bool kWatchesFreedMemory = false;
#endif

} // namespace lz
