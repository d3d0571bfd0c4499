// The beginning of every object to which a C handle points: a number for its kind, and a reference
// count.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace lz {

// The numbers are large, so that other memory is unlikely to be mistaken for a handle.
enum class HandleKind : uint32_t {
  Freed = 0x4c5a0000,
  Status,
  String,
  Context,
  Device,
  Tensor,
  Op,
  Function,
  Module,
  Executable,
  Event,
  Barrier,
  View,
  Guard,
  Variable,
};

struct Handle {
  std::atomic<HandleKind> kind;
  std::atomic<int32_t> refs;

  Handle(HandleKind kind, int32_t refs) : kind(kind), refs(refs) {}

  void retain() { refs.fetch_add(1, std::memory_order_relaxed); }
  // Releases one reference. Returns true if it was the last one. In this case the caller must free
  // the object.
  bool releaseIsLast() { return refs.fetch_sub(1, std::memory_order_acq_rel) == 1; }
};

// A counted pointer to T, which has retain() and release().
template <typename T> class Ref {
public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  // Takes over a reference of the caller.
  static Ref adopt(T* object) {
    Ref ref;
    ref.object_ = object;
    return ref;
  }
  // Adds a reference.
  static Ref share(T* object) {
    if (object)
      object->retain();
    return adopt(object);
  }
  Ref(const Ref& other) : Ref(share(other.object_)) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_)
      object_->release();
  }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  // Gives the reference to the caller, who must release it.
  T* take() { return std::exchange(object_, nullptr); }

private:
  T* object_ = nullptr;
};

} // namespace lz
