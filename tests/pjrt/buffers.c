/* Tests buffers from the host and back. Their types, strides, copies, deletion and external
 * references are tested. */
#include "plugin.h"

/* Bytes go in and come back, for every type and for arrays of several shapes. */
static void checkTypes(PJRT_Client* client) {
  static const struct {
    PJRT_Buffer_Type type;
    size_t bytes;
  } types[] = {
      {PJRT_Buffer_Type_PRED, 1},       {PJRT_Buffer_Type_S8, 1},
      {PJRT_Buffer_Type_S16, 2},        {PJRT_Buffer_Type_S32, 4},
      {PJRT_Buffer_Type_S64, 8},        {PJRT_Buffer_Type_U8, 1},
      {PJRT_Buffer_Type_U16, 2},        {PJRT_Buffer_Type_U32, 4},
      {PJRT_Buffer_Type_U64, 8},        {PJRT_Buffer_Type_F16, 2},
      {PJRT_Buffer_Type_F32, 4},        {PJRT_Buffer_Type_F64, 8},
      {PJRT_Buffer_Type_BF16, 2},       {PJRT_Buffer_Type_C64, 8},
      {PJRT_Buffer_Type_C128, 16},      {PJRT_Buffer_Type_F8E5M2, 1},
      {PJRT_Buffer_Type_F8E4M3FN, 1},   {PJRT_Buffer_Type_F8E4M3B11FNUZ, 1},
      {PJRT_Buffer_Type_F8E5M2FNUZ, 1}, {PJRT_Buffer_Type_F8E4M3FNUZ, 1},
      {PJRT_Buffer_Type_F8E4M3, 1},     {PJRT_Buffer_Type_F8E3M4, 1},
      {PJRT_Buffer_Type_F8E8M0FNU, 1},
  };
  static const int64_t shapes[][2] = {{2, 3}, {0, 5}, {1, 1}};
  for (size_t t = 0; t < COUNT(types); ++t)
    for (size_t s = 0; s < COUNT(shapes); ++s) {
      unsigned char in[6 * 16], out[6 * 16 + 1];
      const size_t size = (size_t)(shapes[s][0] * shapes[s][1]) * types[t].bytes;
      for (size_t i = 0; i < sizeof in; ++i)
        in[i] = types[t].type == PJRT_Buffer_Type_PRED ? i % 2 : (unsigned char)(i * 7 + 1);
      memset(out, 0xee, sizeof out);
      PJRT_Buffer* buffer = fromHost(client, types[t].type, in, shapes[s], 2, NULL);
      ARGS(Buffer_ElementType, type);
      type.buffer = buffer;
      OK(Buffer_ElementType, type);
      CHECK(type.type == types[t].type);
      CHECK(hostSize(buffer) == size);
      toHost(buffer, out, size);
      CHECK(!memcmp(in, out, size) && out[size] == 0xee);
      destroyBuffer(buffer);
    }
}

/* An element of 4 bits has a byte of its own on the host. */
static void checkSmallTypes(PJRT_Client* client) {
  const int64_t five[] = {5}, square[] = {2, 2}, strides[] = {1, 3};
  const signed char signedValues[] = {1, -8, 7, -1, 0};
  signed char out[5];
  PJRT_Buffer* buffer = fromHost(client, PJRT_Buffer_Type_S4, signedValues, five, 1, NULL);
  CHECK(hostSize(buffer) == 5);
  toHost(buffer, out, 5);
  CHECK(!memcmp(signedValues, out, 5));
  destroyBuffer(buffer);
  const unsigned char values[] = {3, 2, 9, 1, 0};
  const unsigned char transposed[] = {3, 1, 2, 0};
  buffer = fromHost(client, PJRT_Buffer_Type_U2, values, square, 2, strides);
  toHost(buffer, out, 4);
  CHECK(!memcmp(out, transposed, 4));
  destroyBuffer(buffer);
}

/* Strides may be those of a transpose, negative or 0. */
static void checkStrides(PJRT_Client* client) {
  const float data[] = {0, 1, 2, 3, 4, 5};
  const int64_t dims[] = {3, 2};
  static const struct {
    int64_t strides[2];
    size_t first;
    float expected[6];
  } cases[] = {{{4, 12}, 0, {0, 3, 1, 4, 2, 5}},
               {{-8, -4}, 5, {5, 4, 3, 2, 1, 0}},
               {{0, 4}, 2, {2, 3, 2, 3, 2, 3}}};
  for (size_t i = 0; i < COUNT(cases); ++i) {
    float out[6];
    PJRT_Buffer* buffer =
        fromHost(client, PJRT_Buffer_Type_F32, data + cases[i].first, dims, 2, cases[i].strides);
    toHost(buffer, out, sizeof out);
    CHECK(!memcmp(out, cases[i].expected, sizeof out));
    destroyBuffer(buffer);
  }
}

/* A reader may ask for another order of the dimensions. */
static void checkLayouts(PJRT_Client* client) {
  const float data[] = {0, 1, 2, 3, 4, 5}, expected[] = {0, 3, 1, 4, 2, 5};
  const int64_t dims[] = {2, 3}, columns[] = {0, 1}, wrong[] = {1, 1};
  PJRT_Buffer* buffer = fromHost(client, PJRT_Buffer_Type_F32, data, dims, 2, NULL);
  PJRT_Buffer_MemoryLayout layout = {0};
  layout.struct_size = PJRT_Buffer_MemoryLayout_STRUCT_SIZE;
  layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  layout.tiled.struct_size = PJRT_Buffer_MemoryLayout_Tiled_STRUCT_SIZE;
  layout.tiled.minor_to_major = columns;
  layout.tiled.minor_to_major_size = 2;
  float out[6];
  ARGS(Buffer_ToHostBuffer, a);
  a.src = buffer;
  a.host_layout = &layout;
  a.dst = out;
  a.dst_size = sizeof out;
  OK(Buffer_ToHostBuffer, a);
  awaitEvent(a.event);
  CHECK(!memcmp(out, expected, sizeof out));
  layout.tiled.minor_to_major = wrong;
  FAILS(INVALID_ARGUMENT, "minor_to_major", Buffer_ToHostBuffer, a);
  layout.tiled.minor_to_major_size = 1;
  FAILS(INVALID_ARGUMENT, "1 dimensions", Buffer_ToHostBuffer, a);
  a.host_layout = NULL;
  a.dst_size = 23;
  FAILS(INVALID_ARGUMENT, "dst_size is 23", Buffer_ToHostBuffer, a);
  ARGS(Buffer_GetMemoryLayout, own);
  own.buffer = buffer;
  OK(Buffer_GetMemoryLayout, own);
  CHECK(own.layout.type == PJRT_Buffer_MemoryLayout_Type_Tiled);
  CHECK(own.layout.tiled.minor_to_major_size == 2);
  CHECK(own.layout.tiled.minor_to_major[0] == 1 && own.layout.tiled.minor_to_major[1] == 0);
  destroyBuffer(buffer);
}

/* What a bad argument must do. */
static void checkRefusals(PJRT_Client* client) {
  const float data[] = {1, 2, 3};
  const int64_t dims[] = {3, 1}, negative[] = {-3}, huge[] = {INT64_MAX / 2, 3};
  ARGS(Client_BufferFromHostBuffer, a);
  a.client = client;
  a.data = data;
  a.type = PJRT_Buffer_Type_F32;
  a.dims = dims;
  a.num_dims = 1;
  FAILS(INVALID_ARGUMENT, "neither device nor memory", Client_BufferFromHostBuffer, a);
  a.device = firstDevice(client);
  a.byte_strides = dims;
  a.num_byte_strides = 2;
  FAILS(INVALID_ARGUMENT, "2 strides for 1 dimensions", Client_BufferFromHostBuffer, a);
  a.num_byte_strides = 0;
  a.dims = negative;
  FAILS(INVALID_ARGUMENT, "negative", Client_BufferFromHostBuffer, a);
  a.dims = huge;
  a.num_dims = 2;
  FAILS(INVALID_ARGUMENT, "too many elements", Client_BufferFromHostBuffer, a);
  a.dims = NULL;
  FAILS(INVALID_ARGUMENT, "dims is NULL", Client_BufferFromHostBuffer, a);
  a.dims = dims;
  a.num_dims = 1;
  a.data = NULL;
  FAILS(INVALID_ARGUMENT, "data is NULL", Client_BufferFromHostBuffer, a);
  a.data = data;
  a.type = PJRT_Buffer_Type_TOKEN;
  FAILS(UNIMPLEMENTED, "element type 23", Client_BufferFromHostBuffer, a);
  a.type = (PJRT_Buffer_Type)1000;
  FAILS(UNIMPLEMENTED, "element type 1000", Client_BufferFromHostBuffer, a);
  PJRT_Client* other = makeClient();
  a.type = PJRT_Buffer_Type_F32;
  a.device = firstDevice(other);
  FAILS(INVALID_ARGUMENT, "another client", Client_BufferFromHostBuffer, a);
  destroyClient(other);
}

static const void* addressOf(PJRT_Buffer* buffer) {
  ARGS(Buffer_OpaqueDeviceMemoryDataPointer, a);
  a.buffer = buffer;
  OK(Buffer_OpaqueDeviceMemoryDataPointer, a);
  return a.device_memory_ptr;
}

/* Bytes with an external reference survive the deletion of the buffer. */
static void checkReferences(PJRT_Client* client) {
  const float data[] = {1, 2, 3};
  const int64_t dims[] = {3};
  PJRT_Buffer* buffer = fromHost(client, PJRT_Buffer_Type_F32, data, dims, 1, NULL);
  ARGS(Buffer_DecreaseExternalReferenceCount, down);
  down.buffer = buffer;
  FAILS(INVALID_ARGUMENT, "no external references", Buffer_DecreaseExternalReferenceCount, down);
  ARGS(Buffer_IncreaseExternalReferenceCount, up);
  up.buffer = buffer;
  OK(Buffer_IncreaseExternalReferenceCount, up);
  OK(Buffer_IncreaseExternalReferenceCount, up);
  const void* address = addressOf(buffer);
  CHECK(address != data && !memcmp(address, data, sizeof data));
  OK(Buffer_DecreaseExternalReferenceCount, down);
  ARGS(Buffer_ReadyEvent, before);
  before.buffer = buffer;
  OK(Buffer_ReadyEvent, before);
  ARGS(Buffer_Delete, gone);
  gone.buffer = buffer;
  OK(Buffer_Delete, gone);
  OK(Buffer_Delete, gone);
  awaitEvent(before.event);
  CHECK(isDeleted(buffer));
  CHECK(!memcmp(address, data, sizeof data));
  FAILS(INVALID_ARGUMENT, "deleted", Buffer_ReadyEvent, before);
  float out[3];
  ARGS(Buffer_ToHostBuffer, read);
  read.src = buffer;
  read.dst = out;
  read.dst_size = sizeof out;
  FAILS(INVALID_ARGUMENT, "deleted", Buffer_ToHostBuffer, read);
  OK(Buffer_DecreaseExternalReferenceCount, down);
  FAILS(INVALID_ARGUMENT, "no external references", Buffer_DecreaseExternalReferenceCount, down);
  FAILS(INVALID_ARGUMENT, "deleted", Buffer_IncreaseExternalReferenceCount, up);
  destroyBuffer(buffer);
}

/* A copy in another memory, or for another client, is a buffer of its own. */
static void checkCopies(PJRT_Client* client) {
  const float data[] = {1, 2, 3};
  const int64_t dims[] = {3};
  float out[3];
  PJRT_Client* other = makeClient();
  PJRT_Buffer* buffer = fromHost(client, PJRT_Buffer_Type_F32, data, dims, 1, NULL);
  ARGS(Device_AddressableMemories, memories);
  memories.device = firstDevice(client);
  OK(Device_AddressableMemories, memories);
  ARGS(Buffer_CopyToMemory, copy);
  copy.buffer = buffer;
  copy.dst_memory = memories.memories[memories.num_memories - 1];
  OK(Buffer_CopyToMemory, copy);
  ARGS(Buffer_CopyToDevice, away);
  away.buffer = buffer;
  away.dst_device = firstDevice(other);
  OK(Buffer_CopyToDevice, away);
  ARGS(Buffer_Delete, gone);
  gone.buffer = buffer;
  OK(Buffer_Delete, gone);
  ARGS(Buffer_Memory, memory);
  memory.buffer = copy.dst_buffer;
  OK(Buffer_Memory, memory);
  CHECK(memory.memory == copy.dst_memory);
  toHost(copy.dst_buffer, out, sizeof out);
  CHECK(!memcmp(out, data, sizeof out));
  toHost(away.dst_buffer, out, sizeof out);
  CHECK(!memcmp(out, data, sizeof out));
  destroyBuffer(copy.dst_buffer);
  destroyBuffer(away.dst_buffer);
  destroyBuffer(buffer);
  destroyClient(other);
}

int main(int argc, char** argv) {
  loadPlugin(argc, argv);
  PJRT_Client* client = makeClient();
  checkTypes(client);
  checkSmallTypes(client);
  checkStrides(client);
  checkLayouts(client);
  checkRefusals(client);
  checkReferences(client);
  checkCopies(client);
  destroyClient(client);
  return failures;
}
