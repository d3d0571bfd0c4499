#include "Client.h"

#include "Entry.h"
#include "HostCalls.h"
#include "Slots.h"

#include <charconv>
#include <cstdlib>
#include <limits>
#include <optional>

namespace lz::pjrt {

namespace {

struct ClientOptions {
  int64_t devices = 1;
  int64_t threads = 0;
  std::optional<int64_t> hostCall; // the address of a function (HostCalls.h)
  int64_t runCount = 0;            // the address of PJRT_Client::runCount; 0: none
};

PJRT_Error* checkDevices(int64_t count, const char* where) {
  if (count < 1 || count > kMaxDevices)
    return invalidArgument(where, " is ", count, "; use a number from 1 to ", kMaxDevices);
  return nullptr;
}

PJRT_Error* readEnvironment(ClientOptions& options) {
  const char* text = std::getenv("LAZULI_DEVICES");
  if (!text || !*text)
    return nullptr;
  const char* end = text + std::strlen(text);
  if (auto result = std::from_chars(text, end, options.devices);
      result.ec != std::errc() || result.ptr != end)
    return invalidArgument("LAZULI_DEVICES is '", text, "', which is not a number");
  return checkDevices(options.devices, "LAZULI_DEVICES");
}

PJRT_Error* readOption(const PJRT_NamedValue& value, ClientOptions& options) {
  const std::string name(value.name, value.name_size);
  static constexpr std::string_view known[] = {"devices",   "threads",   "host_call",
                                               "run_count", "num_nodes", "node_id"};
  if (std::find(std::begin(known), std::end(known), name) == std::end(known))
    return invalidArgument(
        "the client option '", name,
        "' is unknown; the options are devices, threads, host_call and run_count");
  if (value.type != PJRT_NamedValue_kInt64)
    return invalidArgument("the client option '", name, "' must be an integer");
  if (name == "num_nodes" && value.int64_value > 1)
    return unimplemented("programs of several processes: num_nodes is ", value.int64_value);
  if (name == "threads")
    options.threads = value.int64_value;
  if (name == "host_call")
    options.hostCall = value.int64_value;
  if (name == "run_count")
    options.runCount = value.int64_value;
  if (name != "devices")
    return nullptr;
  options.devices = value.int64_value;
  return checkDevices(options.devices, "the client option 'devices'");
}

void addDevice(PJRT_Client& client, int id) {
  auto device = std::make_unique<PJRT_Device>();
  const std::string number = std::to_string(id);
  device->client = &client;
  device->description = describeDevice(id);
  for (int kind = 0; kind < int(std::size(kMemoryKinds)); ++kind) {
    auto memory = std::make_unique<Memory>();
    memory->vtable = nullptr;
    memory->device = device.get();
    memory->kind = kind;
    memory->id = id * int(std::size(kMemoryKinds)) + kind;
    memory->debugString = std::string(memory->kindName()) + " of lazuli:" + number;
    device->memories.push_back(memory.get());
    client.memories.push_back(memory.get());
    device->owned.push_back(std::move(memory));
  }
  client.topology.descriptions.push_back(&device->description);
  client.devices.push_back(device.get());
  client.owned.push_back(std::move(device));
}

PJRT_Error* openContext(PJRT_Client& client, const ClientOptions& options) {
  lz_context_options contextOptions{};
  contextOptions.struct_size = sizeof contextOptions;
  if (options.threads < 0 || options.threads > std::numeric_limits<int32_t>::max())
    return invalidArgument("the client option 'threads' is ", options.threads);
  contextOptions.threads = int32_t(options.threads);
  lz_context* context = nullptr;
  LZ_PJRT_TRY(toError(lz_context_create(&contextOptions, &context)));
  client.context.reset(context);
  lz_device* device = nullptr;
  LZ_PJRT_TRY(toError(lz_context_device(context, 0, &device)));
  client.device.reset(device);
  LZ_PJRT_TRY(registerSink(context));
  return options.hostCall ? registerHostCall(context, *options.hostCall) : nullptr;
}

} // namespace

PJRT_DeviceDescription describeDevice(int id) {
  const std::string number = std::to_string(id);
  return {id, "lazuli:" + number, "LazuliDevice(id=" + number + ")"};
}

PJRT_Error* findDevice(const PJRT_Client& client, int64_t id, PJRT_Device** out) {
  if (id < 0 || size_t(id) >= client.devices.size())
    return refuse(PJRT_Error_Code_NOT_FOUND, "no device has the id ", id, "; the client has ",
                  client.devices.size(), " devices");
  *out = client.devices[size_t(id)];
  return nullptr;
}

PJRT_Error* Client_Create(PJRT_Client_Create_Args& args) {
  ClientOptions options;
  LZ_PJRT_TRY(readEnvironment(options));
  if (args.num_options > 0)
    LZ_PJRT_TRY(checkGiven(args.create_options, "create_options"));
  for (size_t i = 0; i < args.num_options; ++i)
    LZ_PJRT_TRY(readOption(args.create_options[i], options));
  auto client = std::make_unique<PJRT_Client>();
  client->runCount = reinterpret_cast<std::atomic<int64_t>*>(options.runCount);
  LZ_PJRT_TRY(openContext(*client, options));
  for (int64_t id = 0; id < options.devices; ++id)
    addDevice(*client, int(id));
  const int32_t version = lz_version();
  client->version = "lazuli " + std::to_string(version / 1000000) + "." +
                    std::to_string(version / 1000 % 1000) + "." + std::to_string(version % 1000);
  args.client = client.release();
  return nullptr;
}

PJRT_Error* Client_Destroy(PJRT_Client_Destroy_Args& args) {
  delete args.client;
  return nullptr;
}

PJRT_Error* Client_PlatformName(PJRT_Client_PlatformName_Args& args) {
  giveText(kPlatform, &args.platform_name, &args.platform_name_size);
  return nullptr;
}

PJRT_Error* Client_PlatformVersion(PJRT_Client_PlatformVersion_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.client, "client"));
  giveText(args.client->version, &args.platform_version, &args.platform_version_size);
  return nullptr;
}

PJRT_Error* Client_ProcessIndex(PJRT_Client_ProcessIndex_Args& args) {
  args.process_index = 0;
  return nullptr;
}

PJRT_Error* Client_Devices(PJRT_Client_Devices_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.client, "client"));
  args.devices = args.client->devices.data();
  args.num_devices = args.client->devices.size();
  return nullptr;
}

PJRT_Error* Client_AddressableDevices(PJRT_Client_AddressableDevices_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.client, "client"));
  args.addressable_devices = args.client->devices.data();
  args.num_addressable_devices = args.client->devices.size();
  return nullptr;
}

PJRT_Error* Client_AddressableMemories(PJRT_Client_AddressableMemories_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.client, "client"));
  args.addressable_memories = args.client->memories.data();
  args.num_addressable_memories = args.client->memories.size();
  return nullptr;
}

PJRT_Error* Client_LookupDevice(PJRT_Client_LookupDevice_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.client, "client"));
  return findDevice(*args.client, args.id, &args.device);
}

PJRT_Error* Client_LookupAddressableDevice(PJRT_Client_LookupAddressableDevice_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.client, "client"));
  return findDevice(*args.client, args.local_hardware_id, &args.addressable_device);
}

PJRT_Error* Client_TopologyDescription(PJRT_Client_TopologyDescription_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.client, "client"));
  args.topology = &args.client->topology;
  return nullptr;
}

PJRT_Error* Client_DefaultDeviceAssignment(PJRT_Client_DefaultDeviceAssignment_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.client, "client"));
  if (args.num_replicas < 1 || args.num_partitions < 1)
    return invalidArgument("an assignment needs at least one replica and one partition, but has ",
                           args.num_replicas, " and ", args.num_partitions);
  const int64_t count = int64_t(args.num_replicas) * args.num_partitions;
  if (count > int64_t(args.default_assignment_size))
    return refuse(PJRT_Error_Code_FAILED_PRECONDITION, "default_assignment_size is ",
                  args.default_assignment_size, ", but the assignment has ", count, " devices");
  if (count > int64_t(args.client->devices.size()))
    return invalidArgument("the assignment has ", count, " devices, but the client has ",
                           args.client->devices.size());
  LZ_PJRT_TRY(checkGiven(args.default_assignment, "default_assignment"));
  for (int64_t i = 0; i < count; ++i)
    args.default_assignment[i] = int(i);
  return nullptr;
}

} // namespace lz::pjrt
