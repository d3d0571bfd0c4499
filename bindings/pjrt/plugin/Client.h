// The objects that live as long as a client: its devices, their memories, and the topology.
#pragma once

#include "Errors.h"

#include <atomic>
#include <vector>

struct PJRT_DeviceDescription {
  int id;
  std::string debugString, text;
};

namespace lz::pjrt {

// The kinds of memory that each device has. All are names of the same bytes.
inline constexpr const char* kMemoryKinds[] = {"device", "pinned_host", "unpinned_host"};

struct Memory : PJRT_Memory {
  PJRT_Device* device = nullptr;
  int id = 0;
  int kind = 0; // the place in kMemoryKinds
  std::string debugString;

  const char* kindName() const { return kMemoryKinds[kind]; }
};

inline Memory* memoryOf(PJRT_Memory* memory) {
  return static_cast<Memory*>(memory);
}

} // namespace lz::pjrt

// A device is a label. All devices of a client are the same device of Lazuli, so each of them has
// all threads.
struct PJRT_Device {
  PJRT_Client* client = nullptr;
  PJRT_DeviceDescription description;
  std::vector<std::unique_ptr<lz::pjrt::Memory>> owned;
  std::vector<PJRT_Memory*> memories; // the first one is the default
};

struct PJRT_TopologyDescription {
  std::vector<PJRT_DeviceDescription*> descriptions;
  // Set for a topology without a client, which has descriptions of its own.
  bool isOwned = false;
  std::vector<std::unique_ptr<PJRT_DeviceDescription>> owned;
};

struct PJRT_Client {
  lz::pjrt::Context context;
  lz::pjrt::Device device;
  std::vector<std::unique_ptr<PJRT_Device>> owned;
  std::vector<PJRT_Device*> devices;
  std::vector<PJRT_Memory*> memories;
  PJRT_TopologyDescription topology;
  std::string version;
  // Counts the runs of programs, for the program that has loaded the plugin. It is the owner. NULL:
  // runs are not counted.
  std::atomic<int64_t>* runCount = nullptr;
};

namespace lz::pjrt {

inline constexpr std::string_view kPlatform = "lazuli";
// A larger number is a mistake. Each device has three memories, and all devices share the same
// threads.
inline constexpr int64_t kMaxDevices = 1024;

PJRT_DeviceDescription describeDevice(int id);

// Finds a device by its id. Errors: NOT_FOUND if no device has it.
PJRT_Error* findDevice(const PJRT_Client& client, int64_t id, PJRT_Device** out);

// Points a string of the arguments at `text`, which must live as long as the object.
inline void giveText(std::string_view text, const char** data, size_t* size) {
  *data = text.data();
  *size = text.size();
}

} // namespace lz::pjrt
