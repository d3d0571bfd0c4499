// The bytes of a tensor in memory, apart from the handles that name it: shared by std::shared_ptr,
// freed by the last one, whatever became of the device. Bytes are dense row-major elements.
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
  Donated, // its bytes belong to another storage now
  Deleted, // its bytes were freed before their time (deleteBytes)
};

enum class StorageOwner : uint8_t {
  Library,  // allocated here; may be written and donated
  Host,     // borrowed from the caller; read-only
  Constant, // a literal; read-only
};

class Storage {
  struct Key {}; // who makes one has it

public:
  Storage(Key, StorageOwner owner, const void* data, int64_t bytes);
  // Uninitialized. Errors: ResourceExhausted (also for sizes that overflow: negative `bytes`).
  static StatusOr<std::shared_ptr<Storage>> allocate(std::shared_ptr<Allocator> allocator,
                                                     int64_t bytes);
  // `release` (may be empty) is called once, on whichever thread drops the last reference, with no
  // lock held.
  static std::shared_ptr<Storage> borrow(const void* data, int64_t bytes,
                                         std::function<void()> release);
  // The `release` of a borrowed storage that was given none; nobody else may use it yet. Needs no
  // memory, so it can be the last step of what may fail.
  void whenReleased(std::function<void()> release);
  static std::shared_ptr<Storage> ofLiteral(Literal literal);
  // A new storage with the bytes of `donor`, which becomes Donated. The donor must be Live and
  // owned by the Library, and nobody else may use it: isExclusive.
  static std::shared_ptr<Storage> takeOver(Storage& donor);

  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  // nullptr unless Live. Aligned to kAlignment when owned by the Library; else as the host aligned
  // it.
  const std::byte* data() const { return data_; }
  std::byte* mutableData() { return data_; } // Library only
  template <typename T> const T* as() const { return reinterpret_cast<const T*>(data_); }
  int64_t bytes() const { return bytes_; }
  StorageOwner owner() const { return owner_; }
  StorageState state() const { return state_.load(std::memory_order_acquire); }

  // Frees (or releases) the bytes now. Nobody may be using them. A second call does nothing.
  void deleteBytes();

private:
  void freeBytes();

  StorageOwner owner_;
  std::atomic<StorageState> state_{StorageState::Live};
  std::byte* data_;
  int64_t bytes_;
  Block block_;                          // Library
  std::shared_ptr<Allocator> allocator_; // Library
  std::function<void()> release_;        // Host
  Literal literal_;                      // Constant
};

using StorageRef = std::shared_ptr<Storage>;

// True when `ref` is the only reference, and everything that former holders did with the bytes has
// happened before.
bool isExclusive(const StorageRef& ref);

} // namespace lz::runtime
