// Whether the library is built so that freed memory is watched: then nobody keeps it for reuse.
#pragma once

namespace lz {

// GCC says it by a macro, clang by a feature.
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
