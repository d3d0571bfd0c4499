// Buffers. A buffer is alive until it is deleted or donated. A handle of a deleted buffer can be
// asked whether it is deleted, and must still be destroyed.
#pragma once

#include "Client.h"
#include "Types.h"

#include <mutex>

namespace lz::pjrt {

// A tensor that several buffers may share. Whoever holds the only reference may donate it.
using Value = std::shared_ptr<lz_tensor>;

using SharedEvent = std::shared_ptr<lz_event>;

inline Value valueOf(lz_tensor* tensor) {
  return Value(tensor, lz_tensor_release);
}

} // namespace lz::pjrt

struct PJRT_Buffer {
  PJRT_Buffer(PJRT_Client* client, lz::pjrt::Memory* memory, lz::pjrt::Value value);
  // Makes a token, whose value is an array without elements. It is ready when `ready` has happened.
  PJRT_Buffer(PJRT_Client* client, lz::pjrt::Memory* memory, lz::pjrt::Value value,
              lz::pjrt::SharedEvent ready);

  PJRT_Client* client;
  lz::pjrt::Memory* memory;
  lz_dtype dtype;
  lz::pjrt::Dims dims;
  bool isToken = false;
  lz::pjrt::SharedEvent ready; // only of a token; NULL: it is ready

  // Gives the value. Errors: INVALID_ARGUMENT if the buffer is deleted.
  PJRT_Error* take(lz::pjrt::Value* out);
  bool isDeleted();
  // Deletes the buffer. Bytes with external references stay until these are gone.
  void drop();
  // Makes a buffer alive again whose donation has failed.
  void restore(lz::pjrt::Value value);

  // Waits for the value, and gives the address of its bytes.
  PJRT_Error* address(const void** out);
  PJRT_Error* addReference();
  PJRT_Error* removeReference();

private:
  PJRT_Error* openView();

  std::mutex mutex_;      // guards all that follows
  lz::pjrt::Value value_; // NULL: deleted
  lz::pjrt::View view_;   // keeps the bytes in place; NULL until someone asks for them
  int64_t references_ = 0;
};
