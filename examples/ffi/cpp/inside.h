// Functions that show a C++ program the state of Lazuli: an executable before it runs, the memory
// of its results, the work of a barrier, the elements of a tensor, and an exception that a function
// of the program threw.
#pragma once

#include "handles.h"
#include "in_place.h"

#include <cstdio>
#include <memory>
#include <new>
#include <span>

using Type = lz_status*(const lz_executable*, size_t, lz_dtype*, const int64_t**, size_t*);

inline std::string typeText(const Executable& program, size_t index, Type* typeOf) {
  lz_dtype dtype;
  const int64_t* dims;
  size_t rank;
  check(typeOf(program.get(), index, &dtype, &dims, &rank));
  std::string text = lz_dtype_name(dtype);
  for (size_t i = 0; i < rank; ++i)
    text += (i == 0 ? " " : "x") + std::to_string(dims[i]);
  return text;
}

// "f32 3, f32 -> f32 3"
inline std::string signature(const Executable& program) {
  size_t inputs, outputs;
  check(lz_executable_num_inputs(program.get(), &inputs));
  check(lz_executable_num_outputs(program.get(), &outputs));
  std::string text;
  for (size_t i = 0; i < inputs; ++i)
    text += (i == 0 ? "" : ", ") + typeText(program, i, lz_executable_input_type);
  for (size_t i = 0; i < outputs; ++i)
    text += (i == 0 ? " -> " : ", ") + typeText(program, i, lz_executable_output_type);
  return text;
}

// x -> (tanh(x), x + x)
inline Executable compileTwo(const Device& device, const Dims& dims) {
  Function function;
  Tensor x, tanh;
  check(lz_function_begin(device.get(), "two", function.out()));
  check(lz_function_parameter(function.get(), LZ_DTYPE_F32, dims.data(), dims.size(), x.out()));
  check(lz_tanh(x.get(), nullptr, tanh.out()));
  Tensor sum = add(x, x);
  lz_tensor* results[2] = {tanh.get(), sum.get()};
  check(lz_function_finish(function.get(), results, 2));
  Executable program;
  check(lz_function_compile(function.get(), nullptr, program.out()));
  return program;
}

inline void showWhatIsKnown(const Executable& program) {
  lz_memory_statistics memory = {};
  memory.struct_size = sizeof memory;
  check(lz_executable_get_memory(program.get(), &memory));
  String steps;
  check(lz_executable_print(program.get(), steps.out()));
  const std::string_view text(lz_string_data(steps.get()), lz_string_size(steps.get()));
  std::printf("known before a run: %s; bytes of inputs %lld, of outputs %lld; code %d, steps %d\n",
              signature(program).c_str(), static_cast<long long>(memory.input_bytes),
              static_cast<long long>(memory.output_bytes), memory.code_bytes > 0, !text.empty());
}

// Memory of this program to which a run writes, for example an image of a window or a buffer to
// send.
struct Frame {
  alignas(64) float values[8] = {};
  bool free = true;
};

inline void isFree(void*, const void* data) {
  // The values are the first member of the frame.
  static_cast<Frame*>(const_cast<void*>(data))->free = true;
}

// Runs with the first output in the frame, and the second in memory of the library.
inline std::vector<Tensor> runInto(Frame& frame, const Executable& program, const Tensor& x) {
  void* places[2] = {frame.values, nullptr};
  lz_run_options options = {};
  options.struct_size = sizeof options;
  options.flags = LZ_RUN_WAIT;
  options.out_data = places;
  options.num_out_data = 2;
  options.release = isFree;
  lz_tensor *input = x.get(), *raw[2];
  frame.free = false;
  check(lz_executable_run(program.get(), &input, 1, &options, raw, 2));
  return {Tensor::adopt(raw[0]), Tensor::adopt(raw[1])};
}

// The elements of a tensor, read in place through a view, which this object holds.
class Values {
public:
  explicit Values(const Tensor& tensor) { check(lz_tensor_acquire_view(tensor.get(), view.out())); }
  std::span<const float> get() const {
    return {static_cast<const float*>(lz_view_data(view.get())),
            lz_view_size(view.get()) / sizeof(float)};
  }

private:
  View view;
};

inline void showOutputs(const Executable& program, const Tensor& x) {
  Frame frame;
  std::vector<Tensor> outputs = runInto(frame, program, x);
  const Values tanh(outputs[0]), sum(outputs[1]);
  std::printf("written into the frame: %d, free: %d\n", tanh.get().data() == frame.values,
              frame.free);
  outputs.clear(); // the views still have the bytes
  std::printf("tanh of 1: %.4f, its sum: %g\n", static_cast<double>(tanh.get()[6]),
              static_cast<double>(sum.get()[6]));
}

inline void showTheEndOfTheFrame(const Context& context, const Executable& program,
                                 const Tensor& x) {
  Frame frame;
  Tensor tanh = runInto(frame, program, x)[0], twice = add(tanh, tanh);
  tanh = {};
  std::printf("free while another tensor needs it: %d", frame.free);
  check(lz_context_barrier(context.get(), nullptr, LZ_BARRIER_WAIT, nullptr));
  std::printf(", then: %d\n", frame.free);
}

// Prints the state of a pending tensor, and numbers about the barrier that computes it.
inline void showBarrier(const Tensor& x) {
  Tensor sum = add(x, x), product = multiply(sum, x);
  int32_t before, after;
  Op op;
  check(lz_tensor_is_pending(product.get(), &before));
  check(lz_tensor_op(product.get(), op.out()));
  lz_tensor* wanted = product.get();
  Barrier barrier;
  check(lz_evaluate(&wanted, 1, 0, barrier.out()));
  Event event;
  check(lz_barrier_event(barrier.get(), event.out()));
  check(lz_event_wait(event.get(), LZ_WAIT_FOREVER));
  check(lz_tensor_is_pending(product.get(), &after));
  std::printf("pending %d, then %d: %s at %s\n", before, after, lz_op_name(op.get()),
              lz_op_location(op.get()));
  lz_barrier_statistics cut = {};
  cut.struct_size = sizeof cut;
  check(lz_barrier_get_statistics(barrier.get(), &cut));
  Executable program;
  check(lz_barrier_executable(barrier.get(), 0, program.out()));
  std::printf("a barrier of %lld ops in %lld program: %s\n", static_cast<long long>(cut.ops),
              static_cast<long long>(cut.segments), signature(program).c_str());
}

// A vector that becomes a tensor without a copy, and is destroyed when the library has finished
// with it.
struct Lent {
  Lent(std::vector<float> data, bool& gone) : values(std::move(data)), gone(gone) {}
  ~Lent() { gone = true; }
  std::vector<float> values;
  bool& gone;
  int64_t dims[1] = {static_cast<int64_t>(values.size())};
  DLManagedTensorVersioned managed = {};
};

inline Tensor lend(const Device& device, std::vector<float> values, bool& gone) {
  auto lent = std::make_unique<Lent>(std::move(values), gone);
  DLManagedTensorVersioned& managed = lent->managed;
  managed.version = {1, 1};
  managed.manager_ctx = lent.get();
  managed.deleter = [](DLManagedTensorVersioned* self) {
    delete static_cast<Lent*>(self->manager_ctx);
  };
  managed.dl_tensor.data = lent->values.data();
  managed.dl_tensor.device = {kDLCPU, 0};
  managed.dl_tensor.ndim = 1;
  managed.dl_tensor.dtype = {kDLFloat, 32, 1};
  managed.dl_tensor.shape = lent->dims;
  Tensor out;
  check(lz_tensor_from_dlpack(device.get(), &managed, out.out()));
  lent.release(); // it is the library's now, because the call succeeded
  return out;
}

inline void showLending(const Device& device) {
  bool gone = false;
  std::vector<float> values = {1, 2, 3};
  const float* data = values.data();
  Tensor lent = lend(device, std::move(values), gone);
  std::printf("the vector's own bytes: %d", Values(lent).get().data() == data);
  lent = {};
  std::printf(", gone with the tensor: %d\n", gone);
}

// Wraps a host call: no exception may leave it, and an error of Lazuli is returned unchanged.
template <typename Function> lz_status* guarded(Function function) noexcept {
  try {
    function();
    return nullptr;
  } catch (const Error& error) {
    return Status(error.status).give();
  } catch (const std::exception& error) {
    return lz_status_create(LZ_DATA_LOSS, error.what());
  }
}

inline lz_status* refuse(void*, const lz_host_call_args* args) {
  return guarded([&] {
    if (args->attributes_size == 0)
      throw std::runtime_error("the table is gone");
    lz_string* text;
    check(lz_recording_print(nullptr, 1, &text)); // a call that fails
  });
}

inline void showExceptions(const Context& context, const Device& device) {
  check(lz_context_register_host_call(context.get(), "refuse", refuse, nullptr));
  const lz_tensor_type type = {LZ_DTYPE_F32, 0, 0, nullptr};
  for (const char* attributes : {"", "call"}) {
    Tensor out;
    check(
        lz_host_call(device.get(), "refuse", nullptr, 0, &type, attributes, LZ_HERE, out.out(), 1));
    try {
      Values{out};
    } catch (const Error& error) {
      std::printf("a host call that throws: code %d, op %s\n", error.code(), error.op().c_str());
      std::fprintf(stderr, "%s\n", error.what());
    }
  }
}

inline void showInside(const Context& context, const Device& device) {
  const Tensor x = fromHost(device, {2, 4}, {-3, -1.5f, -0.75f, -0.25f, 0, 0.5f, 1, 2.5f});
  const Executable program = compileTwo(device, {2, 4});
  showWhatIsKnown(program);
  showOutputs(program, x);
  showTheEndOfTheFrame(context, program, x);
  showBarrier(x);
  showLending(device);
  showExceptions(context, device);
  showInPlace(device);
}
