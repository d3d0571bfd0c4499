#include "Handles.h"

using namespace lz;
using namespace lz::capi;

size_t lz_dtype_size(lz_dtype dtype) {
  return isValid(DType(dtype)) ? storageBits(DType(dtype)) / 8 : 0;
}

size_t lz_dtype_bits(lz_dtype dtype) {
  return isValid(DType(dtype)) ? storageBits(DType(dtype)) : 0;
}

const char* lz_dtype_name(lz_dtype dtype) {
  // Names are string literals, NUL-terminated.
  return isValid(DType(dtype)) ? dtypeName(DType(dtype)).data() : "invalid";
}

int32_t lz_version(void) {
  static_assert(LZ_VERSION == LAZULI_VERSION, "base.h and CMakeLists.txt name one version");
  return LZ_VERSION;
}
int32_t lz_abi_version(void) {
  return LZ_ABI_VERSION;
}

const char* lz_string_data(const lz_string* string) {
  return ask(string, "", [](auto& s) { return s.text.c_str(); });
}
size_t lz_string_size(const lz_string* string) {
  return ask(string, size_t(0), [](auto& s) { return s.text.size(); });
}
void lz_string_retain(lz_string* string) {
  retain(string);
}
void lz_string_release(lz_string* string) {
  release(string);
}

lz_code lz_status_code(const lz_status* status) {
  return ask(status, lz_code(status ? LZ_INVALID_ARGUMENT : LZ_OK), [](auto& s) { return s.code; });
}
const char* lz_status_message(const lz_status* status) {
  return ask(status, "", [](auto& s) { return s.message.c_str(); });
}
const char* lz_status_op(const lz_status* status) {
  return ask(status, "", [](auto& s) { return s.op.c_str(); });
}
const char* lz_status_location(const lz_status* status) {
  return ask(status, "", [](auto& s) { return s.location.c_str(); });
}
int64_t lz_status_bytes_wanted(const lz_status* status) {
  return ask(status, int64_t(0), [](auto& s) { return s.bytesWanted; });
}
int64_t lz_status_bytes_available(const lz_status* status) {
  return ask(status, int64_t(0), [](auto& s) { return s.bytesAvailable; });
}
lz_status* lz_status_create(lz_code code, const char* message) {
  return guarded("lz_status_create", [&] {
    std::string text = message ? message : "";
    const bool isError = code > LZ_OK && code <= LZ_DATA_LOSS;
    if (!isError)
      text = absl::StrCat("[lz_status_create] code is ", code,
                          "; use LZ_CANCELLED to LZ_DATA_LOSS. The message was: ", text);
    return make<lz_status>(isError ? code : lz_code(LZ_INVALID_ARGUMENT), std::move(text),
                           std::string(), std::string());
  });
}
int32_t lz_status_operand(const lz_status* status) {
  return ask(status, int32_t(-1), [](auto& s) { return s.operand; });
}
void lz_status_retain(lz_status* status) {
  retain(status);
}
void lz_status_release(lz_status* status) {
  release(status);
}
