// A device: memory, a stream and the threads that compute. Several devices share nothing.
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
  int threads = 0; // threads that compute, the waiting one included; 0: one per core
  AllocatorOptions memory = {};
};

// Any thread may call these functions.
class Device {
public:
  static std::shared_ptr<Device> host(DeviceOptions options = {});
  ~Device(); // shutdown(Pending::Finish)

  const std::string& name() const { return name_; }
  int threads() const { return pool_.threads(); }
  ThreadPool& pool() { return pool_; }
  Stream& stream() { return stream_; }
  // Storages share the allocator, since they may outlive the device.
  const std::shared_ptr<Allocator>& allocator() const { return allocator_; }

  StatusOr<StorageRef> allocate(int64_t bytes) { return Storage::allocate(allocator_, bytes); }

  // Ends the stream and frees the kept memory. Storages stay readable and can be released.
  void shutdown(Pending pending = Pending::Finish);

private:
  explicit Device(DeviceOptions options);

  std::string name_;
  std::shared_ptr<Allocator> allocator_;
  ThreadPool pool_;
  Stream stream_; // destroyed first, since its work uses the pool
};

} // namespace lz::runtime
