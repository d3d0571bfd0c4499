// Holds the bytes of a tensor: row-major elements without gaps. Storages are shared by
// std::shared_ptr, and the last reference frees the bytes. A storage can outlive its device.
#pragma once

#include "base/Literal.h"
#include "runtime/Allocator.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace lz::runtime {

enum class StorageState : uint8_t {
  Live,
  Donated, // its bytes belong to another storage
  Deleted, // its bytes were freed early (deleteBytes)
};

enum class StorageOwner : uint8_t {
  Library,  // allocated here; may be written and donated
  Host,     // borrowed from the caller; read-only
  Constant, // a literal; read-only
};

class Storage {
  struct Key {}; // only the functions below can construct a storage

public:
  Storage(Key, StorageOwner owner, const void* data, int64_t bytes);
  // Returns uninitialized bytes. If there is too little memory, fails with ResourceExhausted. Also
  // fails with ResourceExhausted if `bytes` is negative. In this case the computation of the size
  // has overflowed.
  static StatusOr<std::shared_ptr<Storage>>
  allocate(std::shared_ptr<Allocator> allocator, int64_t bytes, const MemoryRequest& request = {});
  // Returns a storage that owns no bytes yet. Its bytes are given by setBlock().
  static std::shared_ptr<Storage> withoutBlock(int64_t bytes);
  // Gives the storage a block of the allocator, of at least bytes(). This cannot fail.
  void setBlock(std::shared_ptr<Allocator> allocator, Block block);
  // Returns a storage for bytes of the caller. `release` may be empty. It is called once, on the
  // thread that drops the last reference, with no lock held.
  static std::shared_ptr<Storage> borrow(const void* data, int64_t bytes,
                                         std::function<void()> release);
  // Sets the `release` of a borrowed storage that has no `release` yet. No other thread must use
  // the storage. This cannot fail.
  void whenReleased(std::function<void()> release);
  static std::shared_ptr<Storage> ofLiteral(Literal literal);
  // Returns a new storage with the bytes of `donor`, which becomes Donated. The donor must be Live
  // and owned by the Library. Only this thread may use it (isExclusive).
  static std::shared_ptr<Storage> takeOver(Storage& donor);

  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  // Returns the bytes, or nullptr if the storage is not Live. If the owner is Library, the bytes
  // are aligned to kAlignment.
  const std::byte* data() const { return data_; }
  std::byte* mutableData() { return data_; } // the owner must be Library
  template <typename T> const T* as() const { return reinterpret_cast<const T*>(data_); }
  int64_t bytes() const { return bytes_; }
  StorageOwner owner() const { return owner_; }
  StorageState state() const { return state_.load(std::memory_order_acquire); }

  // Frees the bytes now, or calls `release`. The bytes must not be in use. A second call does
  // nothing.
  void deleteBytes();

private:
  void freeBytes();

  StorageOwner owner_;
  std::atomic<StorageState> state_{StorageState::Live};
  std::byte* data_;
  int64_t bytes_;
  Block block_;                          // only if the owner is Library
  std::shared_ptr<Allocator> allocator_; // only if the owner is Library
  std::function<void()> release_;        // only if the owner is Host
  Literal literal_;                      // only if the owner is Constant
};

using StorageRef = std::shared_ptr<Storage>;

// Returns whether `ref` is the only reference. If it is, accesses through earlier references are
// complete.
bool isExclusive(const StorageRef& ref);

} // namespace lz::runtime
