// A device has memory, a stream, and threads that compute. Devices share none of these with each
// other.
#pragma once

#include "base/machine/ThreadPool.h"
#include "runtime/Allocator.h"
#include "runtime/Storage.h"
#include "runtime/Stream.h"

#include <memory>
#include <string>

namespace lz::runtime {

struct DeviceOptions {
  std::string name = "host:0";
  int threads = 0; // threads that compute, including the one that waits; 0 for one per core
  AllocatorOptions memory = {};
};

// Any thread may call these functions.
class Device {
public:
  static std::shared_ptr<Device> host(DeviceOptions options = {});
  ~Device(); // calls shutdown(Pending::Finish)

  const std::string& name() const { return name_; }
  int threads() const { return pool_.threads(); }
  ThreadPool& pool() { return pool_; }
  Stream& stream() { return stream_; }
  // Storages share ownership of the allocator, since they can outlive the device.
  const std::shared_ptr<Allocator>& allocator() const { return allocator_; }

  StatusOr<StorageRef> allocate(int64_t bytes, const MemoryRequest& request = {}) {
    return Storage::allocate(allocator_, bytes, request);
  }

  // Ends the stream and frees the kept memory. Afterwards storages can still be read and released.
  void shutdown(Pending pending = Pending::Finish);

private:
  explicit Device(DeviceOptions options);

  std::string name_;
  std::shared_ptr<Allocator> allocator_;
  ThreadPool pool_;
  Stream stream_; // destroyed first, since its work uses the pool
};

} // namespace lz::runtime
