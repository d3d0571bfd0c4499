// Whether the library is built with a sanitizer that watches freed memory: then freed memory is not
// kept for reuse.
#pragma once

namespace lz {

// GCC defines a macro for it, clang a feature.
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
