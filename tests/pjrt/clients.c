/* The table, the sizes of structs, errors, events that have happened, clients, devices and
 * memories. */
#include "plugin.h"

static void checkTable(void) {
  CHECK(api->struct_size == PJRT_Api_STRUCT_SIZE);
  CHECK(api->pjrt_api_version.major_version == PJRT_API_MAJOR);
  CHECK(api->pjrt_api_version.minor_version == PJRT_API_MINOR);
  void* const* functions = (void* const*)&api->PJRT_Error_Destroy;
  const size_t count =
      (PJRT_Api_STRUCT_SIZE - offsetof(PJRT_Api, PJRT_Error_Destroy)) / sizeof(void*);
  CHECK(count == 138);
  for (size_t i = 0; i < count; ++i)
    CHECK(functions[i] != NULL);
}

static void checkRefusals(void) {
  ARGS(Compile, a);
  FAILS(UNIMPLEMENTED, "PJRT_Compile", Compile, a);
  ARGS(Client_DmaMap, b);
  FAILS(UNIMPLEMENTED, "PJRT_Client_DmaMap", Client_DmaMap, b);
  CHECK(codeOf(NULL) == PJRT_Error_Code_OK);
  destroyError(NULL);
}

/* A caller of an older version has a shorter struct, and one of a newer version a longer one. */
static void checkStructSizes(PJRT_Client* client) {
  PJRT_Client_PlatformName_Args* const none = NULL;
  checkFails(api->PJRT_Client_PlatformName(none), PJRT_Error_Code_INVALID_ARGUMENT, "NULL",
             __FILE__, __LINE__, "PlatformName");
  ARGS(Client_PlatformVersion, tooShort);
  tooShort.client = client;
  tooShort.struct_size = offsetof(PJRT_Client_PlatformVersion_Args, platform_version_size);
  tooShort.platform_version_size = 77;
  FAILS(INVALID_ARGUMENT, "struct_size", Client_PlatformVersion, tooShort);
  CHECK(tooShort.platform_version_size == 77);

  struct {
    PJRT_Client_PlatformVersion_Args args;
    char newer[64];
  } longer;
  memset(&longer, 0x5a, sizeof longer);
  longer.args.struct_size = sizeof longer;
  longer.args.extension_start = NULL;
  longer.args.client = client;
  OK(Client_PlatformVersion, longer.args);
  CHECK(longer.args.platform_version_size > 0);
  for (size_t i = 0; i < sizeof longer.newer; ++i)
    CHECK(longer.newer[i] == 0x5a);

  /* Version 0.80 had no field after bytes that are written here. */
  ARGS(Client_Create, old);
  old.struct_size = offsetof(PJRT_Client_Create_Args, kv_try_get_callback);
  old.kv_try_get_user_arg = &old;
  OK(Client_Create, old);
  CHECK(old.kv_try_get_user_arg == &old);
  destroyClient(old.client);
}

static void checkClientOptions(void) {
  PJRT_NamedValue option = {0};
  option.struct_size = PJRT_NamedValue_STRUCT_SIZE;
  option.name = "devices";
  option.name_size = strlen("devices");
  option.type = PJRT_NamedValue_kInt64;
  option.int64_value = 3;
  option.value_size = 1;
  ARGS(Client_Create, a);
  a.create_options = &option;
  a.num_options = 1;
  OK(Client_Create, a);
  ARGS(Client_Devices, devices);
  devices.client = a.client;
  OK(Client_Devices, devices);
  CHECK(devices.num_devices == 3);
  destroyClient(a.client);
  option.int64_value = 0;
  FAILS(INVALID_ARGUMENT, "'devices' is 0", Client_Create, a);
  option.name = "no_such";
  FAILS(INVALID_ARGUMENT, "'no_such'", Client_Create, a);
  option.name = "threads";
  option.type = PJRT_NamedValue_kFloat;
  FAILS(INVALID_ARGUMENT, "must be an integer", Client_Create, a);
  a.create_options = NULL;
  FAILS(INVALID_ARGUMENT, "create_options", Client_Create, a);
}

static void checkLookup(PJRT_Client* client) {
  ARGS(Client_LookupDevice, a);
  a.client = client;
  OK(Client_LookupDevice, a);
  CHECK(a.device == firstDevice(client));
  a.id = -1;
  FAILS(NOT_FOUND, "-1", Client_LookupDevice, a);
  a.id = 1 << 30;
  FAILS(NOT_FOUND, "1073741824", Client_LookupDevice, a);
  a.client = NULL;
  FAILS(INVALID_ARGUMENT, "client", Client_LookupDevice, a);
  ARGS(Client_LookupAddressableDevice, b);
  b.client = client;
  OK(Client_LookupAddressableDevice, b);
  CHECK(b.addressable_device == firstDevice(client));
  b.local_hardware_id = -1;
  FAILS(NOT_FOUND, "-1", Client_LookupAddressableDevice, b);
  b.local_hardware_id = 99;
  FAILS(NOT_FOUND, "99", Client_LookupAddressableDevice, b);
}

static void checkAssignments(PJRT_Client* client) {
  int ids[4] = {-1, -1, -1, -1};
  ARGS(Client_DefaultDeviceAssignment, a);
  a.client = client;
  a.num_replicas = a.num_partitions = 1;
  a.default_assignment = ids;
  a.default_assignment_size = COUNT(ids);
  OK(Client_DefaultDeviceAssignment, a);
  CHECK(ids[0] == 0 && ids[1] == -1);
  a.default_assignment_size = 0;
  FAILS(FAILED_PRECONDITION, "default_assignment_size", Client_DefaultDeviceAssignment, a);
  a.default_assignment_size = COUNT(ids);
  a.num_replicas = a.num_partitions = 1 << 30;
  FAILS(FAILED_PRECONDITION, "default_assignment_size", Client_DefaultDeviceAssignment, a);
  a.num_replicas = -1;
  FAILS(INVALID_ARGUMENT, "-1", Client_DefaultDeviceAssignment, a);
  a.num_replicas = 0;
  FAILS(INVALID_ARGUMENT, "at least one replica", Client_DefaultDeviceAssignment, a);
}

static void checkMemories(PJRT_Client* client) {
  static const char* const kinds[] = {"device", "pinned_host", "unpinned_host"};
  ARGS(Device_AddressableMemories, a);
  a.device = firstDevice(client);
  OK(Device_AddressableMemories, a);
  CHECK(a.num_memories == COUNT(kinds));
  for (size_t i = 0; i < a.num_memories && i < COUNT(kinds); ++i) {
    ARGS(Memory_Kind, kind);
    kind.memory = a.memories[i];
    OK(Memory_Kind, kind);
    CHECK(kind.kind_size == strlen(kinds[i]) && !memcmp(kind.kind, kinds[i], kind.kind_size));
    ARGS(Memory_AddressableByDevices, by);
    by.memory = a.memories[i];
    OK(Memory_AddressableByDevices, by);
    CHECK(by.num_devices == 1 && by.devices[0] == a.device);
    CHECK(*(void**)a.memories[i] == NULL); /* no table of functions */
  }
  ARGS(Device_DefaultMemory, first);
  first.device = a.device;
  OK(Device_DefaultMemory, first);
  CHECK(first.memory == a.memories[0]);
}

static void checkDescription(PJRT_Client* client) {
  ARGS(Device_GetDescription, a);
  a.device = firstDevice(client);
  OK(Device_GetDescription, a);
  ARGS(DeviceDescription_Id, id);
  id.device_description = a.device_description;
  id.id = -1;
  OK(DeviceDescription_Id, id);
  CHECK(id.id == 0);
  ARGS(Device_MemoryStats, memory);
  memory.device = a.device;
  OK(Device_MemoryStats, memory);
  CHECK(memory.bytes_in_use >= 0);
  ARGS(Device_GetAttributes, attributes);
  attributes.device = a.device;
  OK(Device_GetAttributes, attributes);
  CHECK(attributes.attributes_deleter != NULL);
  attributes.attributes_deleter(attributes.device_attributes);
  ARGS(Client_TopologyDescription, topology);
  topology.client = client;
  OK(Client_TopologyDescription, topology);
  ARGS(TopologyDescription_GetDeviceDescriptions, descriptions);
  descriptions.topology = topology.topology;
  OK(TopologyDescription_GetDeviceDescriptions, descriptions);
  CHECK(descriptions.num_descriptions == 1);
  CHECK(descriptions.descriptions[0] == a.device_description);
}

/* A topology survives its bytes. */
static void checkTopologies(PJRT_Client* client) {
  ARGS(Client_TopologyDescription, topology);
  topology.client = client;
  OK(Client_TopologyDescription, topology);
  ARGS(TopologyDescription_Serialize, save);
  save.topology = topology.topology;
  OK(TopologyDescription_Serialize, save);
  ARGS(TopologyDescription_Deserialize, load);
  load.serialized_topology = save.serialized_bytes;
  load.serialized_topology_size = save.serialized_bytes_size;
  OK(TopologyDescription_Deserialize, load);
  ARGS(TopologyDescription_GetDeviceDescriptions, descriptions);
  descriptions.topology = load.topology;
  OK(TopologyDescription_GetDeviceDescriptions, descriptions);
  CHECK(descriptions.num_descriptions == 1);
  ARGS(TopologyDescription_Destroy, destroy);
  destroy.topology = load.topology;
  OK(TopologyDescription_Destroy, destroy);
  destroy.topology = topology.topology; /* this one belongs to the client */
  OK(TopologyDescription_Destroy, destroy);
  load.serialized_topology_size = 3;
  FAILS(INVALID_ARGUMENT, "not a topology", TopologyDescription_Deserialize, load);
  save.serialized_topology_deleter(save.serialized_topology);
  ARGS(TopologyDescription_Create, create);
  FAILS(UNIMPLEMENTED, "topology not implemented", TopologyDescription_Create, create);
}

static void noteError(PJRT_Error* error, void* user) {
  *(PJRT_Error_Code*)user = error ? codeOf(error) : PJRT_Error_Code_OK;
  destroyError(error);
}

/* A callback may destroy the event, and is called once. */
static void noteAndDestroy(PJRT_Error* error, void* user) {
  PJRT_Event** event = user;
  CHECK(error == NULL);
  destroyEvent(*event);
  *event = NULL;
}

static void checkEvents(void) {
  ARGS(Event_Create, made);
  OK(Event_Create, made);
  PJRT_Error_Code code = PJRT_Error_Code_UNKNOWN;
  ARGS(Event_OnReady, listen);
  listen.event = made.event;
  listen.callback = noteError;
  listen.user_arg = &code;
  OK(Event_OnReady, listen);
  CHECK(code == PJRT_Error_Code_UNKNOWN);
  ARGS(Event_IsReady, ready);
  ready.event = made.event;
  OK(Event_IsReady, ready);
  CHECK(!ready.is_ready);
  ARGS(Event_Error, error);
  error.event = made.event;
  FAILS(FAILED_PRECONDITION, "not happened", Event_Error, error);
  ARGS(Event_Set, set);
  set.event = made.event;
  set.error_code = PJRT_Error_Code_DATA_LOSS;
  set.error_message = "gone";
  set.error_message_size = 4;
  OK(Event_Set, set);
  CHECK(code == PJRT_Error_Code_DATA_LOSS);
  FAILS(DATA_LOSS, "gone", Event_Error, error);
  ARGS(Event_Await, await);
  await.event = made.event;
  FAILS(DATA_LOSS, "gone", Event_Await, await);
  FAILS(FAILED_PRECONDITION, "", Event_Set, set);
  destroyEvent(made.event);
  OK(Event_Create, made);
  PJRT_Event* event = listen.event = set.event = made.event;
  listen.callback = noteAndDestroy;
  listen.user_arg = &event;
  OK(Event_OnReady, listen);
  set.error_code = PJRT_Error_Code_OK;
  OK(Event_Set, set);
  CHECK(event == NULL);
}

int main(int argc, char** argv) {
  loadPlugin(argc, argv);
  checkTable();
  checkRefusals();
  PJRT_Client* client = makeClient();
  checkStructSizes(client);
  checkClientOptions();
  checkLookup(client);
  checkAssignments(client);
  checkMemories(client);
  checkDescription(client);
  checkTopologies(client);
  checkEvents();
  destroyClient(client);
  return failures;
}
