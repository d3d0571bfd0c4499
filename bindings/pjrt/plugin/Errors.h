// Errors at the C boundary, and references to objects of Lazuli.
#pragma once

#include "lazuli/lazuli.h"
#include "pjrt_api.h"

#include <memory>
#include <sstream>
#include <string>

namespace lz::pjrt {

// Deletes an object of Lazuli by its release function.
template <auto release> struct Release {
  template <typename T> void operator()(T* object) const { release(object); }
};
using Context = std::unique_ptr<lz_context, Release<lz_context_release>>;
using Device = std::unique_ptr<lz_device, Release<lz_device_release>>;
using Event = std::unique_ptr<lz_event, Release<lz_event_release>>;
using Executable = std::unique_ptr<lz_executable, Release<lz_executable_release>>;
using Module = std::unique_ptr<lz_module, Release<lz_module_release>>;
using StatusRef = std::unique_ptr<lz_status, Release<lz_status_release>>;
using String = std::unique_ptr<lz_string, Release<lz_string_release>>;
using Tensor = std::unique_ptr<lz_tensor, Release<lz_tensor_release>>;
using View = std::unique_ptr<lz_view, Release<lz_view_release>>;

// Makes an error that the caller destroys. If there is no memory, the error says that.
PJRT_Error* makeError(PJRT_Error_Code code, std::string_view message) noexcept;

void destroyError(PJRT_Error* error) noexcept;

// Makes an error from pieces of text and numbers.
template <typename... Parts> PJRT_Error* refuse(PJRT_Error_Code code, const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  return makeError(code, text.str());
}
template <typename... Parts> PJRT_Error* invalidArgument(const Parts&... parts) {
  return refuse(PJRT_Error_Code_INVALID_ARGUMENT, parts...);
}
template <typename... Parts> PJRT_Error* unimplemented(const Parts&... parts) {
  return refuse(PJRT_Error_Code_UNIMPLEMENTED, parts...);
}

// Returns a status of Lazuli as an error; NULL for success. The caller keeps the status.
PJRT_Error* errorOf(const lz_status* status) noexcept;
// Does the same, and releases the status.
PJRT_Error* toError(lz_status* status) noexcept;
// Makes the status that an error stands for. The caller keeps the error and owns the status.
lz_status* statusOf(PJRT_Error_Code code, const char* message, size_t size);

// Returns the error of the exception that is being handled.
PJRT_Error* errorOfException() noexcept;

} // namespace lz::pjrt

// Leaves the function with the error, if there is one.
#define LZ_PJRT_TRY(expression)                                                                    \
  do {                                                                                             \
    if (PJRT_Error* lz_pjrt_error = (expression))                                                  \
      return lz_pjrt_error;                                                                        \
  } while (false)
