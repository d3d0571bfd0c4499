#include "HostCalls.h"

#include <charconv>

namespace lz::pjrt {

static lz_status* callHost(void* user, const lz_host_call_args* args) {
  int64_t number = -1;
  const char* end = args->attributes + args->attributes_size;
  if (auto result = std::from_chars(args->attributes, end, number);
      result.ec != std::errc() || result.ptr != end)
    return lz_status_create(LZ_INVALID_ARGUMENT,
                            "the text of a call of lazuli_host_call must be a number");
  char message[8192] = "";
  const auto function = reinterpret_cast<HostCall>(user);
  const int32_t code = function(number, args, message, sizeof message);
  return code == 0 ? nullptr : lz_status_create(code, message);
}

PJRT_Error* registerSink(lz_context* context) {
  lz_host_call_options options{};
  options.struct_size = sizeof options;
  options.flags = LZ_HOST_CALL_HAS_EFFECTS;
  return toError(lz_context_register_host_call(
      context, "dce_sink", [](void*, const lz_host_call_args*) -> lz_status* { return nullptr; },
      &options));
}

PJRT_Error* registerHostCall(lz_context* context, int64_t address) {
  if (address == 0)
    return invalidArgument("the client option 'host_call' is 0; it must be a function's address");
  lz_host_call_options options{};
  options.struct_size = sizeof options;
  options.user = reinterpret_cast<void*>(address);
  return toError(lz_context_register_host_call(context, kHostCall, callHost, &options));
}

} // namespace lz::pjrt
