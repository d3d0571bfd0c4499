// Checks the lengths of the caller's arrays before anything is allocated, read or written for them.
// base.h documents the limits.
#pragma once

#include "base/Status.h"

#include <cstddef>
#include <cstdint>

namespace lz::capi {

inline constexpr size_t kMaxTensors = size_t(1) << 24; // operands, results or bodies in one call
inline constexpr size_t kMaxNumbers = size_t(1) << 16; // numbers in one attribute
inline constexpr size_t kMaxRank = 64;
inline constexpr size_t kMaxTextBytes = size_t(1) << 31;

// Fails if `count` is greater than `most`. Also fails if the array is NULL and `count` is not 0.
inline Status checkCount(const void* array, size_t count, size_t most, const char* what) {
  if (count > most)
    return invalidArgument("the length of ", what, " is ", count, "; at most ", most,
                           " are possible");
  if (count > 0 && !array)
    return invalidArgument(what, " is NULL, but its length is ", count);
  return okStatus();
}

inline Status checkRank(const int64_t* dims, size_t rank) {
  if (rank > kMaxRank)
    return invalidArgument("rank is ", rank, "; use at most ", kMaxRank);
  if (rank > 0 && !dims)
    return invalidArgument("dims is NULL, but the rank is ", rank);
  return okStatus();
}

} // namespace lz::capi
