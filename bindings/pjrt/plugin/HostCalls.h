// Calls from compiled programs to the program that has loaded the plugin.
#pragma once

#include "Errors.h"

namespace lz::pjrt {

// The name under which programs make such calls. The attributes of a call are a number as text,
// which identifies the call.
inline constexpr const char* kHostCall = "lazuli_host_call";

// The function of the loading program; its address is the client option "host_call". It returns a
// code, 0 for success. For an error it writes a NUL-terminated text to `message`, which has `size`
// bytes. lz_host_call_fn describes the rules for threads and buffers.
using HostCall = int32_t (*)(int64_t number, const lz_host_call_args* args, char* message,
                             size_t size);

// Lets the programs of a context call "dce_sink". The function does nothing with its operand, but
// counts as a function with effects. JAX calls it so that no pass removes the operand.
PJRT_Error* registerSink(lz_context* context);

// Lets the programs of a context call the function. `address` is that of a HostCall.
PJRT_Error* registerHostCall(lz_context* context, int64_t address);

} // namespace lz::pjrt
