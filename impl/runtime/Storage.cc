#include "runtime/Storage.h"

#include "runtime/Callback.h"

#include <utility>

namespace lz::runtime {

Storage::Storage(Key, StorageOwner owner, const void* data, int64_t bytes)
    : owner_(owner), data_(static_cast<std::byte*>(const_cast<void*>(data))), bytes_(bytes) {}

StatusOr<StorageRef> Storage::allocate(std::shared_ptr<Allocator> allocator, int64_t bytes,
                                       const MemoryRequest& request) {
  StorageRef storage = withoutBlock(bytes);
  LZ_ASSIGN_OR_RETURN(const Block block, allocator->allocate(bytes, request));
  storage->setBlock(std::move(allocator), block);
  return storage;
}

StorageRef Storage::withoutBlock(int64_t bytes) {
  return std::make_shared<Storage>(Key(), StorageOwner::Library, nullptr, bytes);
}

void Storage::setBlock(std::shared_ptr<Allocator> allocator, Block block) {
  block_ = block;
  data_ = block.data;
  allocator_ = std::move(allocator);
}

StorageRef Storage::borrow(const void* data, int64_t bytes, std::function<void()> release) {
  StorageRef storage = std::make_shared<Storage>(Key(), StorageOwner::Host, data, bytes);
  storage->release_ = std::move(release);
  return storage;
}

void Storage::whenReleased(std::function<void()> release) {
  release_ = std::move(release);
}

StorageRef Storage::ofLiteral(Literal literal) {
  StorageRef storage = std::make_shared<Storage>(Key(), StorageOwner::Constant, literal.data(),
                                                 literal.type().numBytes());
  storage->literal_ = std::move(literal);
  return storage;
}

StorageRef Storage::takeOver(Storage& donor) {
  StorageRef storage =
      std::make_shared<Storage>(Key(), StorageOwner::Library, donor.data_, donor.bytes_);
  storage->block_ = std::exchange(donor.block_, {});
  storage->allocator_ = std::move(donor.allocator_);
  donor.data_ = nullptr;
  donor.state_.store(StorageState::Donated, std::memory_order_release);
  return storage;
}

Storage::~Storage() {
  freeBytes();
}

void Storage::deleteBytes() {
  if (state() != StorageState::Live)
    return;
  state_.store(StorageState::Deleted, std::memory_order_release);
  freeBytes();
}

void Storage::freeBytes() {
  data_ = nullptr;
  if (block_.data)
    allocator_->release(std::exchange(block_, {}));
  if (auto release = std::exchange(release_, nullptr)) {
    CallbackScope scope;
    release();
  }
  literal_ = Literal();
}

// use_count is a relaxed load and orders nothing. So this function makes a copy of the reference
// and drops the copy. A drop is a read-modify-write of the count, which is ordered after every
// earlier drop. So it is also ordered after all accesses of the holders that dropped their
// references.
bool isExclusive(const StorageRef& ref) {
  StorageRef copy = ref;
  copy.reset();
  return ref.use_count() == 1;
}

} // namespace lz::runtime
