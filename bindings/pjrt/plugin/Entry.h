// Wraps the functions of the plugin: handles structs of other sizes, and catches exceptions.
#pragma once

#include "Errors.h"

#include <algorithm>
#include <cstring>

namespace lz::pjrt {

// Copies as much of a caller's struct as it has; the rest is zero. `oldest` is the smallest size
// that has all fields of version 0.80. Errors: a struct that is NULL or smaller.
template <typename Struct>
PJRT_Error* readStruct(const Struct* caller, size_t oldest, const char* name, Struct& copy) {
  if (!caller)
    return invalidArgument(name, ": the arguments are NULL");
  if (caller->struct_size < oldest)
    return invalidArgument(name, ": struct_size is ", caller->struct_size,
                           ", but must be at least ", oldest);
  if (caller->struct_size >= sizeof(Struct))
    copy = *caller;
  else
    std::memcpy(static_cast<void*>(&copy), caller, caller->struct_size);
  return nullptr;
}

// Runs a function of the plugin on a copy of the caller's arguments.
template <typename Args>
PJRT_Error* enter(const char* name, size_t oldest, PJRT_Error* (*body)(Args&),
                  Args* caller) noexcept {
  try {
    Args args{};
    LZ_PJRT_TRY(readStruct(caller, oldest, name, args));
    LZ_PJRT_TRY(body(args));
    std::memcpy(static_cast<void*>(caller), &args, std::min(caller->struct_size, sizeof(Args)));
    return nullptr;
  } catch (...) {
    return errorOfException();
  }
}

// The pointer to `name` for a table of functions.
#define LZ_PJRT_ENTRY(name)                                                                        \
  [](PJRT_##name##_Args* args) {                                                                   \
    return ::lz::pjrt::enter("PJRT_" #name, PJRT_##name##_Args_OLDEST_SIZE, ::lz::pjrt::name,      \
                             args);                                                                \
  }

// Fails if a pointer among the arguments is NULL.
inline PJRT_Error* checkGiven(const void* pointer, const char* name) {
  return pointer ? nullptr : invalidArgument(name, " is NULL");
}

} // namespace lz::pjrt
