// What this program needs to use Lazuli from C++20: handles release themselves, errors are
// exceptions, and ops know the line that called them.
#pragma once

#include <lazuli/dlpack_types.h>
#include <lazuli/lazuli.h>
#include <source_location>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using Here = std::source_location;

// Owns one reference, which the destructor releases. Pass out() to a call that gives a new
// reference.
template <typename T, void (*retain)(T*), void (*release)(T*)> class Handle {
public:
  Handle() = default;
  Handle(const Handle& other) : object(other.object) { retain(object); }
  Handle(Handle&& other) noexcept : object(std::exchange(other.object, nullptr)) {}
  Handle& operator=(Handle other) {
    std::swap(object, other.object);
    return *this;
  }
  ~Handle() { release(object); }
  static Handle adopt(T* object) {
    Handle handle;
    handle.object = object;
    return handle;
  }
  T* get() const { return object; }
  T** out() { return &object; }
  // Passes ownership of the reference to a call.
  T* give() { return std::exchange(object, nullptr); }

private:
  T* object = nullptr;
};
using Context = Handle<lz_context, lz_context_retain, lz_context_release>;
using Device = Handle<lz_device, lz_device_retain, lz_device_release>;
using Tensor = Handle<lz_tensor, lz_tensor_retain, lz_tensor_release>;
using Function = Handle<lz_function, lz_function_retain, lz_function_release>;
using Module = Handle<lz_module, lz_module_retain, lz_module_release>;
using Executable = Handle<lz_executable, lz_executable_retain, lz_executable_release>;
using Event = Handle<lz_event, lz_event_retain, lz_event_release>;
using Barrier = Handle<lz_barrier, lz_barrier_retain, lz_barrier_release>;
using Guard = Handle<lz_guard, lz_guard_retain, lz_guard_release>;
using Variable = Handle<lz_variable, lz_variable_retain, lz_variable_release>;
using View = Handle<lz_view, lz_view_retain, lz_view_release>;
using Op = Handle<lz_op, lz_op_retain, lz_op_release>;
using String = Handle<lz_string, lz_string_retain, lz_string_release>;
using Status = Handle<lz_status, lz_status_retain, lz_status_release>;
using Dims = std::vector<int64_t>;

// Exceptions are copied when they are thrown and caught, so the status is shared.
struct Error : std::runtime_error {
  explicit Error(lz_status* raw)
      : std::runtime_error(lz_status_message(raw)), status(Status::adopt(raw)) {}
  lz_code code() const { return lz_status_code(status.get()); }
  std::string op() const { return lz_status_op(status.get()); }
  std::string location() const { return lz_status_location(status.get()); }
  Status status;
};

inline void check(lz_status* status) {
  if (status != nullptr)
    throw Error(status);
}

inline lz_op_options optionsOf(const Here& here) {
  return {sizeof(lz_op_options), here.file_name(), here.line(), nullptr};
}

using BinaryOp = lz_status*(lz_tensor*, lz_tensor*, const lz_op_options*, lz_tensor**);

inline Tensor binary(BinaryOp* op, const Tensor& a, const Tensor& b, const Here& here) {
  Tensor out;
  const lz_op_options options = optionsOf(here);
  check(op(a.get(), b.get(), &options, out.out()));
  return out;
}

inline Tensor add(const Tensor& a, const Tensor& b, Here here = Here::current()) {
  return binary(lz_add, a, b, here);
}

inline Tensor subtract(const Tensor& a, const Tensor& b, Here here = Here::current()) {
  return binary(lz_subtract, a, b, here);
}

inline Tensor multiply(const Tensor& a, const Tensor& b, Here here = Here::current()) {
  return binary(lz_multiply, a, b, here);
}

inline Tensor fromHost(const Device& device, const Dims& dims, const std::vector<float>& data) {
  Tensor out;
  check(lz_tensor_from_host(device.get(), LZ_DTYPE_F32, dims.data(), dims.size(), data.data(),
                            nullptr, out.out()));
  return out;
}

inline Tensor scalar(const Device& device, double value) {
  Tensor out;
  check(lz_scalar_f64(device.get(), LZ_DTYPE_F32, value, nullptr, out.out()));
  return out;
}

// A scalar in the shape of another tensor.
inline Tensor spread(const Tensor& value, const Tensor& like) {
  Tensor out;
  check(lz_broadcast_in_dim(value.get(), nullptr, 0, lz_tensor_dims(like.get()),
                            lz_tensor_rank(like.get()), nullptr, out.out()));
  return out;
}

inline Tensor scale(const Device& device, const Tensor& x, double by) {
  return multiply(x, spread(scalar(device, by), x));
}

inline std::vector<Tensor> gradients(const Tensor& output, const Tensor& cotangent,
                                     const std::vector<Tensor>& arguments) {
  lz_tensor *y = output.get(), *dy = cotangent.get();
  std::vector<lz_tensor*> raw;
  for (const Tensor& argument : arguments)
    raw.push_back(argument.get());
  std::vector<lz_tensor*> out(arguments.size());
  check(lz_gradients(&y, 1, dy == nullptr ? nullptr : &dy, raw.data(), raw.size(), nullptr,
                     out.data()));
  std::vector<Tensor> result;
  for (lz_tensor* tensor : out)
    result.push_back(Tensor::adopt(tensor));
  return result;
}

inline int64_t counter(const Context& context, lz_counter which) {
  int64_t value;
  check(lz_context_counter(context.get(), which, &value));
  return value;
}

inline Tensor run(const Executable& program, const Tensor& x, bool give = false) {
  const uint8_t donate = give;
  lz_run_options options = {};
  options.struct_size = sizeof options;
  options.flags = LZ_RUN_WAIT;
  options.donate = &donate;
  options.num_donate = 1;
  lz_tensor* input = x.get();
  Tensor out;
  check(lz_executable_run(program.get(), &input, 1, &options, out.out(), 1));
  return out;
}
