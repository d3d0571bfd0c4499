// Helpers for a program that uses the C API: handles that release themselves, and calls that stop
// at the first error.
#pragma once

#include "lazuli/lazuli.h"

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lz::test {

struct Releaser {
  void operator()(lz_status* p) const { lz_status_release(p); }
  void operator()(lz_string* p) const { lz_string_release(p); }
  void operator()(lz_context* p) const { lz_context_release(p); }
  void operator()(lz_device* p) const { lz_device_release(p); }
  void operator()(lz_tensor* p) const { lz_tensor_release(p); }
  void operator()(lz_function* p) const { lz_function_release(p); }
  void operator()(lz_executable* p) const { lz_executable_release(p); }
  void operator()(lz_module* p) const { lz_module_release(p); }
  void operator()(lz_event* p) const { lz_event_release(p); }
  void operator()(lz_barrier* p) const { lz_barrier_release(p); }
  void operator()(lz_guard* p) const { lz_guard_release(p); }
  void operator()(lz_variable* p) const { lz_variable_release(p); }
};
template <typename T> using Owned = std::unique_ptr<T, Releaser>;
using Error = Owned<lz_status>; // empty: success

// An out-parameter: lz_add(x, y, NULL, Out(z)). After the call z owns the object.
template <typename T> class Out {
public:
  explicit Out(Owned<T>& holder) : holder_(holder) {}
  ~Out() { holder_.reset(object_); }
  operator T**() { return &object_; }

private:
  Owned<T>& holder_;
  T* object_ = nullptr;
};

// Calls a function of the C API. If the call fails, returns its Error from the surrounding
// function.
#define LZ_TRY(call)                                                                               \
  do {                                                                                             \
    if (auto lzFailed = lz::test::Error(call))                                                     \
      return lzFailed;                                                                             \
  } while (0)

// A context, its device, and a vector x = [1, 2, 3, 4] in memory.
struct World {
  Owned<lz_context> context;
  Owned<lz_device> device;
  Owned<lz_tensor> x;
  int64_t handles = 0, bytes = 0; // counts when the world was made

  static Error make(const lz_context_options* options, World& world) {
    static const float values[4] = {1, 2, 3, 4};
    lz_context_options own{};
    if (options)
      own = *options;
    own.struct_size = sizeof own;
    own.disk_cache = "off"; // every program is compiled, and nothing is left on disk
    LZ_TRY(lz_context_create(&own, Out(world.context)));
    LZ_TRY(lz_context_device(world.context.get(), 0, Out(world.device)));
    LZ_TRY(world.vector(values, world.x));
    return nullptr;
  }

  Error vector(const float* values, Owned<lz_tensor>& out) const {
    int64_t four = 4;
    LZ_TRY(lz_tensor_from_host(device.get(), LZ_DTYPE_F32, &four, 1, values, nullptr, Out(out)));
    return nullptr;
  }

  int64_t counter(lz_counter which) const {
    int64_t value = -1;
    lz_status_release(lz_context_counter(context.get(), which, &value));
    return value;
  }
};

// Reads a vector of four and sets `right` if these are its elements.
inline Error read(lz_tensor* tensor, float a, float b, float c, float d, bool& right) {
  float expected[4] = {a, b, c, d}, values[4] = {};
  right = true;
  LZ_TRY(lz_tensor_read(tensor, values, sizeof values));
  right = std::memcmp(values, expected, sizeof values) == 0;
  return nullptr;
}

} // namespace lz::test
