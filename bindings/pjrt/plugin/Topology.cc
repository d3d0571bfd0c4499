// Topologies: the devices that programs could be compiled for.
#include "Client.h"
#include "Entry.h"
#include "Slots.h"

#include <charconv>

namespace lz::pjrt {

// Clients look for these words.
PJRT_Error* TopologyDescription_Create(PJRT_TopologyDescription_Create_Args&) {
  return unimplemented("topology not implemented: only the topology of a client can be described");
}

PJRT_Error* TopologyDescription_Destroy(PJRT_TopologyDescription_Destroy_Args& args) {
  if (args.topology && args.topology->isOwned)
    delete args.topology;
  return nullptr;
}

PJRT_Error* TopologyDescription_PlatformName(PJRT_TopologyDescription_PlatformName_Args& args) {
  giveText(kPlatform, &args.platform_name, &args.platform_name_size);
  return nullptr;
}

PJRT_Error*
TopologyDescription_PlatformVersion(PJRT_TopologyDescription_PlatformVersion_Args& args) {
  giveText("lazuli", &args.platform_version, &args.platform_version_size);
  return nullptr;
}

PJRT_Error* TopologyDescription_GetDeviceDescriptions(
    PJRT_TopologyDescription_GetDeviceDescriptions_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.topology, "topology"));
  args.descriptions = args.topology->descriptions.data();
  args.num_descriptions = args.topology->descriptions.size();
  return nullptr;
}

PJRT_Error* TopologyDescription_Attributes(PJRT_TopologyDescription_Attributes_Args& args) {
  args.attributes = nullptr;
  args.num_attributes = 0;
  return nullptr;
}

// All devices of a topology are equal, so their number identifies the topology.
PJRT_Error* TopologyDescription_Fingerprint(PJRT_TopologyDescription_Fingerprint_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.topology, "topology"));
  args.fingerprint = args.topology->descriptions.size();
  return nullptr;
}

PJRT_Error* TopologyDescription_GetMemorySpaceKindIds(
    PJRT_TopologyDescription_GetMemorySpaceKindIds_Args& args) {
  static constexpr int ids[] = {0, 1, 2};
  static_assert(std::size(ids) == std::size(kMemoryKinds));
  args.memory_space_kind_ids = ids;
  args.num_memory_space_kind_ids = std::size(ids);
  return nullptr;
}

// All devices are equal, so the number of devices describes the topology.
static constexpr std::string_view kSerialized = "lazuli topology ";

PJRT_Error* TopologyDescription_Serialize(PJRT_TopologyDescription_Serialize_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.topology, "topology"));
  auto bytes = std::make_unique<std::string>(kSerialized);
  *bytes += std::to_string(args.topology->descriptions.size());
  giveText(*bytes, &args.serialized_bytes, &args.serialized_bytes_size);
  args.serialized_topology = reinterpret_cast<PJRT_SerializedTopology*>(bytes.release());
  args.serialized_topology_deleter = [](PJRT_SerializedTopology* serialized) {
    delete reinterpret_cast<std::string*>(serialized);
  };
  return nullptr;
}

PJRT_Error* TopologyDescription_Deserialize(PJRT_TopologyDescription_Deserialize_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.serialized_topology, "serialized_topology"));
  std::string_view bytes(args.serialized_topology, args.serialized_topology_size);
  int count = 0;
  const bool isOurs = bytes.substr(0, kSerialized.size()) == kSerialized;
  bytes.remove_prefix(isOurs ? kSerialized.size() : 0);
  const char* end = bytes.data() + bytes.size();
  auto [last, error] = std::from_chars(bytes.data(), end, count);
  if (!isOurs || error != std::errc() || last != end || count < 1 || count > kMaxDevices)
    return invalidArgument("the bytes are not a topology that this plugin has serialized");
  auto topology = std::make_unique<PJRT_TopologyDescription>();
  topology->isOwned = true;
  for (int id = 0; id < count; ++id) {
    topology->owned.push_back(std::make_unique<PJRT_DeviceDescription>(describeDevice(id)));
    topology->descriptions.push_back(topology->owned.back().get());
  }
  args.topology = topology.release();
  return nullptr;
}

} // namespace lz::pjrt
