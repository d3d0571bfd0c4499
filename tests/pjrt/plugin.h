/* A test in plain C of a PJRT plugin, which is loaded by its path. A failed check is counted, and
 * the test goes on; main returns the count. */
#ifndef LAZULI_TESTS_PJRT_PLUGIN_H
#define LAZULI_TESTS_PJRT_PLUGIN_H

#include "pjrt_api.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int failures = 0;
static const PJRT_Api* api;

/* Disables the cache on disk, because a test must not depend on earlier ones. */
__attribute__((constructor)) static void keepNothing(void) {
  setenv("LAZULI_CACHE", "off", 0);
}

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                      \
      ++failures;                                                                                  \
    }                                                                                              \
  } while (0)

/* Declares the arguments `a` of a function, with the size of this header. */
#define ARGS(function, a)                                                                          \
  PJRT_##function##_Args a = {0};                                                                  \
  a.struct_size = PJRT_##function##_Args_STRUCT_SIZE
#define CALL(function, a) api->PJRT_##function(&(a))
/* Expects that the call succeeds. */
#define OK(function, a) checkOk(CALL(function, a), __FILE__, __LINE__, #function)
/* Expects that the call fails with this code, and that its message contains this text. */
#define FAILS(code, text, function, a)                                                             \
  checkFails(CALL(function, a), PJRT_Error_Code_##code, text, __FILE__, __LINE__, #function)

static inline void destroyError(PJRT_Error* error) {
  ARGS(Error_Destroy, a);
  a.error = error;
  api->PJRT_Error_Destroy(&a);
}

static inline const char* messageOf(PJRT_Error* error) {
  ARGS(Error_Message, a);
  a.error = error;
  api->PJRT_Error_Message(&a);
  return a.message;
}

static inline PJRT_Error_Code codeOf(PJRT_Error* error) {
  ARGS(Error_GetCode, a);
  a.error = error;
  CHECK(CALL(Error_GetCode, a) == NULL);
  return a.code;
}

static inline void checkOk(PJRT_Error* error, const char* file, int line, const char* call) {
  if (!error)
    return;
  fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, messageOf(error));
  destroyError(error);
  ++failures;
}

static inline void checkFails(PJRT_Error* error, PJRT_Error_Code code, const char* text,
                              const char* file, int line, const char* call) {
  if (!error) {
    fprintf(stderr, "%s:%d: %s succeeded, but had to fail\n", file, line, call);
    ++failures;
    return;
  }
  if (codeOf(error) != code || !strstr(messageOf(error), text)) {
    fprintf(stderr, "%s:%d: %s: code %d, expected %d; message '%s', expected '%s'\n", file, line,
            call, (int)codeOf(error), (int)code, messageOf(error), text);
    ++failures;
  }
  destroyError(error);
}

/* Loads the plugin whose path is the first argument of the program. */
static inline void loadPlugin(int argc, char** argv) {
  void* library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!library) {
    fprintf(stderr, "cannot load the plugin: %s\n", argc > 1 ? dlerror() : "no path is given");
    exit(1);
  }
  const PJRT_Api* (*get)(void);
  *(void**)&get = dlsym(library, "GetPjrtApi");
  api = get();
  ARGS(Plugin_Initialize, a);
  OK(Plugin_Initialize, a);
}

static inline PJRT_Client* makeClient(void) {
  ARGS(Client_Create, a);
  OK(Client_Create, a);
  return a.client;
}

static inline void destroyClient(PJRT_Client* client) {
  ARGS(Client_Destroy, a);
  a.client = client;
  OK(Client_Destroy, a);
}

static inline PJRT_Device* firstDevice(PJRT_Client* client) {
  ARGS(Client_AddressableDevices, a);
  a.client = client;
  OK(Client_AddressableDevices, a);
  return a.addressable_devices[0];
}

static inline void destroyEvent(PJRT_Event* event) {
  ARGS(Event_Destroy, a);
  a.event = event;
  OK(Event_Destroy, a);
}

static inline void awaitEvent(PJRT_Event* event) {
  ARGS(Event_Await, a);
  a.event = event;
  OK(Event_Await, a);
  destroyEvent(event);
}

static inline void destroyBuffer(PJRT_Buffer* buffer) {
  ARGS(Buffer_Destroy, a);
  a.buffer = buffer;
  OK(Buffer_Destroy, a);
}

/* Makes a buffer from bytes on the host. `strides` may be NULL. */
static inline PJRT_Buffer* fromHost(PJRT_Client* client, PJRT_Buffer_Type type, const void* data,
                                    const int64_t* dims, size_t rank, const int64_t* strides) {
  ARGS(Client_BufferFromHostBuffer, a);
  a.client = client;
  a.data = data;
  a.type = type;
  a.dims = dims;
  a.num_dims = rank;
  a.byte_strides = strides;
  a.num_byte_strides = strides ? rank : 0;
  a.device = firstDevice(client);
  OK(Client_BufferFromHostBuffer, a);
  if (!a.buffer)
    exit(1);
  awaitEvent(a.done_with_host_buffer);
  return a.buffer;
}

static inline size_t hostSize(PJRT_Buffer* buffer) {
  ARGS(Buffer_ToHostBuffer, a);
  a.src = buffer;
  OK(Buffer_ToHostBuffer, a);
  return a.dst_size;
}

static inline void toHost(PJRT_Buffer* buffer, void* data, size_t size) {
  ARGS(Buffer_ToHostBuffer, a);
  a.src = buffer;
  a.dst = data;
  a.dst_size = size;
  OK(Buffer_ToHostBuffer, a);
  if (a.event)
    awaitEvent(a.event);
}

static inline bool isDeleted(PJRT_Buffer* buffer) {
  ARGS(Buffer_IsDeleted, a);
  a.buffer = buffer;
  OK(Buffer_IsDeleted, a);
  return a.is_deleted;
}

#endif
