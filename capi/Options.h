// Reads option structs of callers that were compiled with older or newer headers.
#pragma once

#include "base/Status.h"

#include <algorithm>
#include <cstring>

namespace lz::capi {

// The largest option struct of any version. If struct_size is larger, the caller probably did not
// set it.
inline constexpr size_t kMaxStructSize = 4096;

// Copies the caller's options. Fields that an older caller does not have become zero. Fields that
// this library does not know must be zero. NULL means zeros. Errors: InvalidArgument.
template <typename T> Status readOptions(const T* given, T& options, const char* name) {
  std::memset(&options, 0, sizeof options);
  if (!given)
    return okStatus();
  size_t size;
  std::memcpy(&size, given, sizeof size);
  if (size < sizeof size || size > kMaxStructSize)
    return invalidArgument(name, ".struct_size is ", size, "; set it to sizeof(", name, ")");
  const char* bytes = reinterpret_cast<const char*>(given);
  for (size_t i = sizeof options; i < size; ++i)
    if (bytes[i] != 0)
      return invalidArgument(name, " has fields that this version of Lazuli does not know; leave "
                                   "them zero or use a newer library");
  std::memcpy(&options, given, std::min(size, sizeof options));
  options.struct_size = sizeof options;
  return okStatus();
}

// Fills the caller's struct up to its struct_size. Fields that this library does not know become 0.
// Errors: InvalidArgument.
template <typename T> Status giveStatistics(T* given, T filled, const char* name) {
  size_t size;
  std::memcpy(&size, given, sizeof size);
  if (size < sizeof size || size > kMaxStructSize)
    return invalidArgument(name, ".struct_size is ", size, "; set it to sizeof(", name, ")");
  filled.struct_size = size;
  std::memset(static_cast<void*>(given), 0, size);
  std::memcpy(static_cast<void*>(given), &filled, std::min(size, sizeof filled));
  return okStatus();
}

// Fails with InvalidArgument unless the flag is 0 or 1.
inline Status checkFlag(int64_t flag, const char* name) {
  return flag == 0 || flag == 1 ? okStatus() : invalidArgument(name, " is ", flag, "; use 0 or 1");
}

// Fails with InvalidArgument unless the field is 0. A later version may give the field a meaning.
inline Status checkReserved(int64_t field, const char* name) {
  return field == 0 ? okStatus() : invalidArgument(name, " is ", field, "; leave it 0");
}

} // namespace lz::capi
