#include "runtime/Device.h"

#include <utility>

namespace lz::runtime {

Device::Device(DeviceOptions options)
    : name_(std::move(options.name)), allocator_(std::make_shared<Allocator>(options.memory)),
      pool_(options.threads) {}

std::shared_ptr<Device> Device::host(DeviceOptions options) {
  return std::shared_ptr<Device>(new Device(std::move(options)));
}

Device::~Device() {
  shutdown();
}

void Device::shutdown(Pending pending) {
  stream_.shutdown(pending);
  allocator_->trim();
}

} // namespace lz::runtime
