// Questions about devices and memories.
#include "Client.h"
#include "Entry.h"
#include "Slots.h"

namespace lz::pjrt {

static constexpr std::string_view kDeviceKind = "Lazuli host";

PJRT_Error* DeviceDescription_Id(PJRT_DeviceDescription_Id_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.device_description, "device_description"));
  args.id = args.device_description->id;
  return nullptr;
}

PJRT_Error* DeviceDescription_ProcessIndex(PJRT_DeviceDescription_ProcessIndex_Args& args) {
  args.process_index = 0;
  return nullptr;
}

PJRT_Error* DeviceDescription_Attributes(PJRT_DeviceDescription_Attributes_Args& args) {
  args.attributes = nullptr;
  args.num_attributes = 0;
  return nullptr;
}

PJRT_Error* DeviceDescription_Kind(PJRT_DeviceDescription_Kind_Args& args) {
  giveText(kDeviceKind, &args.device_kind, &args.device_kind_size);
  return nullptr;
}

PJRT_Error* DeviceDescription_DebugString(PJRT_DeviceDescription_DebugString_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.device_description, "device_description"));
  giveText(args.device_description->debugString, &args.debug_string, &args.debug_string_size);
  return nullptr;
}

PJRT_Error* DeviceDescription_ToString(PJRT_DeviceDescription_ToString_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.device_description, "device_description"));
  giveText(args.device_description->text, &args.to_string, &args.to_string_size);
  return nullptr;
}

PJRT_Error* Device_GetDescription(PJRT_Device_GetDescription_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.device, "device"));
  args.device_description = &args.device->description;
  return nullptr;
}

PJRT_Error* Device_IsAddressable(PJRT_Device_IsAddressable_Args& args) {
  args.is_addressable = true;
  return nullptr;
}

PJRT_Error* Device_LocalHardwareId(PJRT_Device_LocalHardwareId_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.device, "device"));
  args.local_hardware_id = args.device->description.id;
  return nullptr;
}

PJRT_Error* Device_AddressableMemories(PJRT_Device_AddressableMemories_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.device, "device"));
  args.memories = args.device->memories.data();
  args.num_memories = args.device->memories.size();
  return nullptr;
}

PJRT_Error* Device_DefaultMemory(PJRT_Device_DefaultMemory_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.device, "device"));
  args.memory = args.device->memories[0];
  return nullptr;
}

PJRT_Error* Device_GetAttributes(PJRT_Device_GetAttributes_Args& args) {
  args.attributes = nullptr;
  args.num_attributes = 0;
  args.device_attributes = nullptr;
  args.attributes_deleter = [](PJRT_Device_Attributes*) {};
  return nullptr;
}

PJRT_Error* Device_MemoryStats(PJRT_Device_MemoryStats_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.device, "device"));
  lz_context* context = args.device->client->context.get();
  LZ_PJRT_TRY(toError(lz_context_counter(context, LZ_COUNTER_BYTES_IN_USE, &args.bytes_in_use)));
  LZ_PJRT_TRY(toError(lz_context_counter(context, LZ_COUNTER_PEAK_BYTES, &args.peak_bytes_in_use)));
  args.peak_bytes_in_use_is_set = true;
  return nullptr;
}

PJRT_Error* Device_ClearMemoryStats(PJRT_Device_ClearMemoryStats_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.device, "device"));
  return toError(lz_context_reset_counters(args.device->client->context.get()));
}

// The work of a device is not tracked. An event that is NULL says this to the caller.
PJRT_Error* Device_CreateAsyncTrackingEvent(PJRT_Device_CreateAsyncTrackingEvent_Args& args) {
  args.event = nullptr;
  return nullptr;
}

PJRT_Error* AsyncTrackingEvent_Destroy(PJRT_AsyncTrackingEvent_Destroy_Args&) {
  return nullptr;
}

PJRT_Error* Memory_Id(PJRT_Memory_Id_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.memory, "memory"));
  args.id = memoryOf(args.memory)->id;
  return nullptr;
}

PJRT_Error* Memory_Kind(PJRT_Memory_Kind_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.memory, "memory"));
  giveText(memoryOf(args.memory)->kindName(), &args.kind, &args.kind_size);
  return nullptr;
}

PJRT_Error* Memory_Kind_Id(PJRT_Memory_Kind_Id_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.memory, "memory"));
  args.kind_id = memoryOf(args.memory)->kind;
  return nullptr;
}

PJRT_Error* Memory_DebugString(PJRT_Memory_DebugString_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.memory, "memory"));
  giveText(memoryOf(args.memory)->debugString, &args.debug_string, &args.debug_string_size);
  return nullptr;
}

PJRT_Error* Memory_ToString(PJRT_Memory_ToString_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.memory, "memory"));
  giveText(memoryOf(args.memory)->debugString, &args.to_string, &args.to_string_size);
  return nullptr;
}

PJRT_Error* Memory_AddressableByDevices(PJRT_Memory_AddressableByDevices_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.memory, "memory"));
  args.devices = &memoryOf(args.memory)->device;
  args.num_devices = 1;
  return nullptr;
}

} // namespace lz::pjrt
