#include "Errors.h"

#include "Slots.h"

#include <new>

namespace lz::pjrt {

namespace {

struct Error : PJRT_Error {
  Error(PJRT_Error_Code code, std::string_view message);
  PJRT_Error_Code code;
  std::string message;
};

const Error& read(const PJRT_Error* error) {
  return *static_cast<const Error*>(error);
}

// The error if memory is exhausted. It needs no allocation, and is never destroyed.
Error& outOfMemory() {
  static Error error(PJRT_Error_Code_RESOURCE_EXHAUSTED, "no memory");
  return error;
}

void destroy(PJRT_Error* error) {
  if (error != &outOfMemory())
    delete static_cast<Error*>(error);
}

void giveMessage(const PJRT_Error* error, const char** message, size_t* size) {
  *message = read(error).message.c_str();
  *size = read(error).message.size();
}

PJRT_Error_Code codeOf(const PJRT_Error* error) {
  return read(error).code;
}

// No error of this plugin has a payload.
void visitPayloads(const PJRT_Error*, PJRT_Error_PayloadVisitor, void*) {}

const PJRT_Error_FunctionTable kFunctions = {PJRT_Error_FunctionTable_STRUCT_SIZE,
                                             sizeof(Error),
                                             nullptr,
                                             destroy,
                                             giveMessage,
                                             codeOf,
                                             visitPayloads};

Error::Error(PJRT_Error_Code code, std::string_view message)
    : PJRT_Error{&kFunctions}, code(code), message(message) {}

} // namespace

PJRT_Error* makeError(PJRT_Error_Code code, std::string_view message) noexcept {
  try {
    return new Error(code, message);
  } catch (...) {
    return &outOfMemory();
  }
}

void destroyError(PJRT_Error* error) noexcept {
  destroy(error);
}

PJRT_Error* errorOf(const lz_status* status) noexcept {
  if (!status)
    return nullptr;
  try {
    std::string message = lz_status_message(status);
    const std::string location = lz_status_location(status);
    if (!location.empty() && message.find(location) == std::string::npos)
      message += " (at " + location + ")";
    return makeError(PJRT_Error_Code(lz_status_code(status)), message);
  } catch (...) {
    return &outOfMemory();
  }
}

PJRT_Error* toError(lz_status* status) noexcept {
  StatusRef owner(status);
  return errorOf(status);
}

lz_status* statusOf(PJRT_Error_Code code, const char* message, size_t size) {
  if (code == PJRT_Error_Code_OK)
    return nullptr;
  return lz_status_create(lz_code(code), std::string(message ? message : "", size).c_str());
}

PJRT_Error* errorOfException() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return &outOfMemory();
  } catch (const std::exception& exception) {
    return makeError(PJRT_Error_Code_INTERNAL, exception.what());
  } catch (...) {
    return makeError(PJRT_Error_Code_INTERNAL, "an exception of an unknown type");
  }
}

void Error_Destroy(PJRT_Error_Destroy_Args* args) noexcept {
  if (args && args->error)
    destroy(args->error);
}

void Error_Message(PJRT_Error_Message_Args* args) noexcept {
  if (args && args->error)
    giveMessage(args->error, &args->message, &args->message_size);
}

PJRT_Error* Error_GetCode(PJRT_Error_GetCode_Args& args) {
  args.code = args.error ? codeOf(args.error) : PJRT_Error_Code_OK;
  return nullptr;
}

PJRT_Error* Error_ForEachPayload(PJRT_Error_ForEachPayload_Args&) {
  return nullptr;
}

} // namespace lz::pjrt
