// Calls from compiled programs to the program that has loaded the plugin.
#pragma once

#include "Errors.h"

namespace lz::pjrt {

// The name under which programs make such calls. Their text is a number, which tells calls apart.
inline constexpr const char* kHostCall = "lazuli_host_call";

// The function of the loading program; its address is the client option "host_call". It returns a
// code, 0 for success. For an error it writes a NUL-terminated text to `message`, which has `size`
// bytes. lz_host_call_fn describes the rules for threads and buffers.
using HostCall = int32_t (*)(int64_t number, const lz_host_call_args* args, char* message,
                             size_t size);

// Lets the programs of a context call "dce_sink", by which JAX keeps a value from being removed. It
// does nothing, but it has effects.
PJRT_Error* registerSink(lz_context* context);

// Lets the programs of a context call the function. `address` is that of a HostCall.
PJRT_Error* registerHostCall(lz_context* context, int64_t address);

} // namespace lz::pjrt
