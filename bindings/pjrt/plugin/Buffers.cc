#include "Buffers.h"

#include "Entry.h"
#include "Events.h"
#include "Slots.h"

#include <array>

using namespace lz::pjrt;

PJRT_Buffer::PJRT_Buffer(PJRT_Client* client, Memory* memory, Value value)
    : client(client), memory(memory), dtype(lz_tensor_dtype(value.get())),
      value_(std::move(value)) {
  const size_t rank = lz_tensor_rank(value_.get());
  if (rank > 0)
    dims.assign(lz_tensor_dims(value_.get()), lz_tensor_dims(value_.get()) + rank);
}

PJRT_Buffer::PJRT_Buffer(PJRT_Client* client, Memory* memory, Value value, SharedEvent ready)
    : PJRT_Buffer(client, memory, std::move(value)) {
  dims.clear();
  isToken = true;
  this->ready = std::move(ready);
}

PJRT_Error* PJRT_Buffer::take(Value* out) {
  std::lock_guard lock(mutex_);
  if (!value_)
    return invalidArgument("the buffer has been deleted or donated");
  *out = value_;
  return nullptr;
}

bool PJRT_Buffer::isDeleted() {
  std::lock_guard lock(mutex_);
  return !value_;
}

void PJRT_Buffer::drop() {
  // Both are released without the lock, because a release can call functions of the program.
  Value value;
  View view;
  std::lock_guard lock(mutex_);
  value.swap(value_);
  if (references_ == 0)
    view.swap(view_);
}

void PJRT_Buffer::restore(Value value) {
  std::lock_guard lock(mutex_);
  value_.swap(value);
}

// Holds no lock while it waits for the value, so other threads can ask about the buffer meanwhile.
PJRT_Error* PJRT_Buffer::openView() {
  Value value;
  {
    std::lock_guard lock(mutex_);
    if (view_)
      return nullptr;
    value = value_;
  }
  if (!value)
    return invalidArgument("the buffer has been deleted or donated");
  lz_view* opened = nullptr;
  LZ_PJRT_TRY(toError(lz_tensor_acquire_view(value.get(), &opened)));
  View view(opened); // if another thread was faster, this one is released after the lock
  std::lock_guard lock(mutex_);
  if (!view_)
    view.swap(view_);
  return nullptr;
}

PJRT_Error* PJRT_Buffer::address(const void** out) {
  LZ_PJRT_TRY(openView());
  std::lock_guard lock(mutex_);
  if (!view_)
    return invalidArgument("the buffer has been deleted or donated");
  *out = lz_view_data(view_.get());
  return nullptr;
}

PJRT_Error* PJRT_Buffer::addReference() {
  LZ_PJRT_TRY(openView());
  std::lock_guard lock(mutex_);
  if (!view_)
    return invalidArgument("the buffer has been deleted or donated");
  ++references_;
  return nullptr;
}

PJRT_Error* PJRT_Buffer::removeReference() {
  View view; // released after the lock
  std::lock_guard lock(mutex_);
  if (references_ == 0)
    return invalidArgument("the buffer has no external references that could be removed");
  if (--references_ == 0)
    view.swap(view_);
  return nullptr;
}

namespace lz::pjrt {

PJRT_Error* Buffer_Destroy(PJRT_Buffer_Destroy_Args& args) {
  delete args.buffer;
  return nullptr;
}

PJRT_Error* Buffer_ElementType(PJRT_Buffer_ElementType_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.buffer, "buffer"));
  args.type = args.buffer->isToken ? PJRT_Buffer_Type_TOKEN : toPjrt(args.buffer->dtype);
  return nullptr;
}

PJRT_Error* Buffer_Dimensions(PJRT_Buffer_Dimensions_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.buffer, "buffer"));
  args.dims = args.buffer->dims.data();
  args.num_dims = args.buffer->dims.size();
  return nullptr;
}

PJRT_Error* Buffer_UnpaddedDimensions(PJRT_Buffer_UnpaddedDimensions_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.buffer, "buffer"));
  args.unpadded_dims = args.buffer->dims.data();
  args.num_dims = args.buffer->dims.size();
  return nullptr;
}

PJRT_Error* Buffer_DynamicDimensionIndices(PJRT_Buffer_DynamicDimensionIndices_Args& args) {
  args.dynamic_dim_indices = nullptr;
  args.num_dynamic_dims = 0;
  return nullptr;
}

// The order of dimensions of a row-major array of at most 64 dimensions, which is the most that
// Lazuli has: the last `rank` numbers of 63, 62, ..., 0.
static const int64_t* minorToMajor(size_t rank) {
  static const auto order = [] {
    std::array<int64_t, 64> numbers;
    for (size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = int64_t(numbers.size() - 1 - i);
    return numbers;
  }();
  return order.data() + (order.size() - rank);
}

PJRT_Error* Buffer_GetMemoryLayout(PJRT_Buffer_GetMemoryLayout_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.buffer, "buffer"));
  args.layout = {};
  args.layout.struct_size = PJRT_Buffer_MemoryLayout_STRUCT_SIZE;
  args.layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  args.layout.tiled.struct_size = PJRT_Buffer_MemoryLayout_Tiled_STRUCT_SIZE;
  args.layout.tiled.minor_to_major = minorToMajor(args.buffer->dims.size());
  args.layout.tiled.minor_to_major_size = args.buffer->dims.size();
  return nullptr;
}

PJRT_Error* Buffer_OnDeviceSizeInBytes(PJRT_Buffer_OnDeviceSizeInBytes_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.buffer, "buffer"));
  Value value;
  LZ_PJRT_TRY(args.buffer->take(&value));
  args.on_device_size_in_bytes = size_t(lz_tensor_nbytes(value.get()));
  return nullptr;
}

PJRT_Error* Buffer_Device(PJRT_Buffer_Device_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.buffer, "buffer"));
  args.device = args.buffer->memory->device;
  return nullptr;
}

PJRT_Error* Buffer_Memory(PJRT_Buffer_Memory_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.buffer, "buffer"));
  args.memory = args.buffer->memory;
  return nullptr;
}

PJRT_Error* Buffer_Delete(PJRT_Buffer_Delete_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.buffer, "buffer"));
  args.buffer->drop();
  return nullptr;
}

PJRT_Error* Buffer_IsDeleted(PJRT_Buffer_IsDeleted_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.buffer, "buffer"));
  args.is_deleted = args.buffer->isDeleted();
  return nullptr;
}

PJRT_Error* Buffer_IsOnCpu(PJRT_Buffer_IsOnCpu_Args& args) {
  args.is_on_cpu = true;
  return nullptr;
}

PJRT_Error* Buffer_ReadyEvent(PJRT_Buffer_ReadyEvent_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.buffer, "buffer"));
  Value value;
  LZ_PJRT_TRY(args.buffer->take(&value));
  if (!args.buffer->isToken)
    return eventOf(value.get(), &args.event);
  auto event = std::make_unique<PJRT_Event>();
  lz_event_retain(args.buffer->ready.get());
  event->event.reset(args.buffer->ready.get());
  args.event = event.release();
  return nullptr;
}

// A copy on another device or in another memory shares the tensor, because tensors never change.
static PJRT_Error* copyTo(PJRT_Buffer* buffer, PJRT_Memory* to, PJRT_Buffer** out) {
  LZ_PJRT_TRY(checkGiven(buffer, "buffer"));
  LZ_PJRT_TRY(checkGiven(to, "dst_memory"));
  Memory* memory = memoryOf(to);
  Value value;
  LZ_PJRT_TRY(buffer->take(&value));
  PJRT_Client* client = memory->device->client;
  if (client != buffer->client) {
    lz_tensor* copy = nullptr;
    LZ_PJRT_TRY(toError(lz_tensor_copy_to_device(value.get(), client->device.get(), 0, &copy)));
    value = valueOf(copy);
  }
  *out = buffer->isToken ? new PJRT_Buffer(client, memory, std::move(value), buffer->ready)
                         : new PJRT_Buffer(client, memory, std::move(value));
  return nullptr;
}

PJRT_Error* Buffer_CopyToDevice(PJRT_Buffer_CopyToDevice_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.dst_device, "dst_device"));
  return copyTo(args.buffer, args.dst_device->memories[0], &args.dst_buffer);
}

PJRT_Error* Buffer_CopyToMemory(PJRT_Buffer_CopyToMemory_Args& args) {
  return copyTo(args.buffer, args.dst_memory, &args.dst_buffer);
}

PJRT_Error* Buffer_UnsafePointer(PJRT_Buffer_UnsafePointer_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.buffer, "buffer"));
  const void* data = nullptr;
  LZ_PJRT_TRY(args.buffer->address(&data));
  args.buffer_pointer = uintptr_t(data);
  return nullptr;
}

PJRT_Error*
Buffer_OpaqueDeviceMemoryDataPointer(PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.buffer, "buffer"));
  const void* data = nullptr;
  LZ_PJRT_TRY(args.buffer->address(&data));
  args.device_memory_ptr = const_cast<void*>(data);
  return nullptr;
}

PJRT_Error*
Buffer_IncreaseExternalReferenceCount(PJRT_Buffer_IncreaseExternalReferenceCount_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.buffer, "buffer"));
  return args.buffer->addReference();
}

PJRT_Error*
Buffer_DecreaseExternalReferenceCount(PJRT_Buffer_DecreaseExternalReferenceCount_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.buffer, "buffer"));
  return args.buffer->removeReference();
}

} // namespace lz::pjrt
