// Lazuli from C++20: handles that release themselves, errors that are exceptions. Prints what
// examples/ffi/c prints.
//
//   main FILE.mlir      a program of one f32 input of 2x4 and one output
#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <lazuli/lazuli.h>
#include <source_location>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using Here = std::source_location;

struct Error : std::runtime_error {
  explicit Error(lz_status* status)
      : std::runtime_error(lz_status_message(status)), code(lz_status_code(status)),
        op(lz_status_op(status)), location(lz_status_location(status)) {
    lz_status_release(status);
  }
  lz_code code;
  std::string op, location;
};

void check(lz_status* status) {
  if (status != nullptr)
    throw Error(status);
}

// A reference that is given back; out() takes a new one from a call.
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

private:
  T* object = nullptr;
};
using Context = Handle<lz_context, lz_context_retain, lz_context_release>;
using Device = Handle<lz_device, lz_device_retain, lz_device_release>;
using Tensor = Handle<lz_tensor, lz_tensor_retain, lz_tensor_release>;
using Function = Handle<lz_function, lz_function_retain, lz_function_release>;
using Module = Handle<lz_module, lz_module_retain, lz_module_release>;
using Executable = Handle<lz_executable, lz_executable_retain, lz_executable_release>;
using String = Handle<lz_string, lz_string_retain, lz_string_release>;
using Dims = std::vector<int64_t>;

constexpr int kSamples = 64, kFeatures = 4, kSteps = 200, kHandles = 100000;
const Dims kBlock = {2, 4};
const std::vector<float> kPoints = {-3, -1.5f, -0.75f, -0.25f, 0, 0.5f, 1, 2.5f};

lz_op_options optionsOf(const Here& here) {
  return {sizeof(lz_op_options), here.file_name(), here.line(), nullptr};
}

using BinaryOp = lz_status*(lz_tensor*, lz_tensor*, const lz_op_options*, lz_tensor**);

Tensor binary(BinaryOp* op, const Tensor& a, const Tensor& b, const Here& here) {
  Tensor out;
  const lz_op_options options = optionsOf(here);
  check(op(a.get(), b.get(), &options, out.out()));
  return out;
}

Tensor add(const Tensor& a, const Tensor& b, Here here = Here::current()) {
  return binary(lz_add, a, b, here);
}

Tensor subtract(const Tensor& a, const Tensor& b, Here here = Here::current()) {
  return binary(lz_subtract, a, b, here);
}

Tensor multiply(const Tensor& a, const Tensor& b, Here here = Here::current()) {
  return binary(lz_multiply, a, b, here);
}

Tensor fromHost(const Device& device, const Dims& dims, const std::vector<float>& data) {
  Tensor out;
  check(lz_tensor_from_host(device.get(), LZ_DTYPE_F32, dims.data(), dims.size(), data.data(),
                            nullptr, out.out()));
  return out;
}

Tensor scalar(const Device& device, double value) {
  Tensor out;
  check(lz_scalar_f64(device.get(), LZ_DTYPE_F32, value, nullptr, out.out()));
  return out;
}

// A scalar in the shape of another tensor.
Tensor spread(const Tensor& value, const Tensor& like) {
  Tensor out;
  check(lz_broadcast_in_dim(value.get(), nullptr, 0, lz_tensor_dims(like.get()),
                            lz_tensor_rank(like.get()), nullptr, out.out()));
  return out;
}

Tensor scale(const Device& device, const Tensor& x, double by) {
  return multiply(x, spread(scalar(device, by), x));
}

std::vector<Tensor> gradients(const Tensor& output, const Tensor& cotangent,
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

void printFloats(const char* title, const Tensor& tensor) {
  std::vector<uint32_t> bits(lz_tensor_nbytes(tensor.get()) / sizeof(uint32_t));
  check(lz_tensor_read(tensor.get(), bits.data(), bits.size() * sizeof(uint32_t)));
  std::printf("%s", title);
  for (uint32_t value : bits)
    std::printf(" %08x", value);
  std::printf("\n");
}

void printText(const char* title, const String& text) {
  std::printf("%s\n%s\n", title, lz_string_data(text.get()));
}

int64_t counter(const Context& context, lz_counter which) {
  int64_t value;
  check(lz_context_counter(context.get(), which, &value));
  return value;
}

// x / 2 * (1 + erf(x / sqrt(2)))
Tensor gelu(const Device& device, const Tensor& x) {
  Tensor half = scale(device, x, 0.5), erf;
  check(lz_erf(scale(device, x, 0.70710678118654752).get(), nullptr, erf.out()));
  return multiply(half, add(erf, spread(scalar(device, 1), x)));
}

void showGelu(const Device& device) {
  Tensor x = fromHost(device, kBlock, kPoints), y = gelu(device, x);
  Tensor gradient = gradients(y, spread(scalar(device, 1), x), {x})[0];
  lz_tensor* raw = y.get();
  String text;
  check(lz_recording_print(&raw, 1, text.out()));
  printText("recorded graph", text);
  printFloats("gelu", y);
  printFloats("gelu gradient", gradient);
}

// (a, b) -> a + b, what reductions combine with.
Function makeAdd(const Device& device) {
  Function function;
  Tensor a, b;
  check(lz_function_begin(device.get(), "add", function.out()));
  check(lz_function_parameter(function.get(), LZ_DTYPE_F32, nullptr, 0, a.out()));
  check(lz_function_parameter(function.get(), LZ_DTYPE_F32, nullptr, 0, b.out()));
  Tensor sum = add(a, b);
  lz_tensor* result = sum.get();
  check(lz_function_finish(function.get(), &result, 1));
  return function;
}

struct Model {
  Device device;
  Function add;
  Tensor x, y, loss;
  std::vector<Tensor> parameters; // weights, bias
};

// loss = mean((x w + b - y)^2); w and b go a tenth of the gradient down.
void recordStep(Model& m) {
  const int64_t one = 1, zero = 0;
  Tensor product, sum, start = scalar(m.device, 0);
  check(lz_dot_general(m.x.get(), m.parameters[0].get(), nullptr, 0, nullptr, 0, &one, 1, &zero, 1,
                       LZ_DTYPE_F32, nullptr, product.out()));
  Tensor off = subtract(add(product, spread(m.parameters[1], m.y)), m.y);
  Tensor square = multiply(off, off);
  lz_tensor *input = square.get(), *init = start.get();
  check(lz_reduce(&input, 1, &init, 1, &zero, 1, m.add.get(), nullptr, sum.out(), 1));
  m.loss = scale(m.device, sum, 1.0 / kSamples);
  std::vector<Tensor> change = gradients(m.loss, {}, m.parameters);
  for (size_t i = 0; i < change.size(); ++i)
    m.parameters[i] = subtract(m.parameters[i], scale(m.device, change[i], 0.1));
}

void showRegression(const Context& context, const Device& device) {
  constexpr std::array<double, kFeatures> truth = {1, -2, 3, 0.5};
  std::vector<float> x, y;
  for (int i = 0; i < kSamples; ++i) {
    double sum = 0.25;
    for (int j = 0; j < kFeatures; ++j) {
      double value = ((i * 7 + j * 3 + i * j) % 11 - 5) / 8.0;
      x.push_back(static_cast<float>(value));
      sum += value * truth[j];
    }
    y.push_back(static_cast<float>(sum));
  }
  Model m = {device,
             makeAdd(device),
             fromHost(device, {kSamples, kFeatures}, x),
             fromHost(device, {kSamples}, y),
             {},
             {}};
  m.parameters = {fromHost(device, {kFeatures}, std::vector<float>(kFeatures)),
                  fromHost(device, {}, {0})};
  int64_t compiles = counter(context, LZ_COUNTER_COMPILES);
  int64_t barriers = counter(context, LZ_COUNTER_BARRIERS);
  for (int i = 0; i < kSteps; ++i) {
    recordStep(m);
    check(lz_context_barrier(context.get(), device.get(), LZ_BARRIER_WAIT, nullptr));
  }
  printFloats("regression loss", m.loss);
  printFloats("regression weights", m.parameters[0]);
  printFloats("regression bias", m.parameters[1]);
  std::printf("regression barriers %lld compiles %lld\n",
              static_cast<long long>(counter(context, LZ_COUNTER_BARRIERS) - barriers),
              static_cast<long long>(counter(context, LZ_COUNTER_COMPILES) - compiles));
}

Tensor run(const Executable& program, const Tensor& x, bool give = false) {
  const uint8_t donate = give;
  lz_run_options options = {sizeof options, LZ_RUN_WAIT, &donate, 1};
  lz_tensor* input = x.get();
  Tensor out;
  check(lz_executable_run(program.get(), &input, 1, &options, out.out(), 1));
  return out;
}

// Compiled once, called with other inputs; the second is given away.
void showExecutable(const Device& device) {
  const uint8_t donate = 1;
  lz_compile_options options = {sizeof options, LZ_NUMERICS_STANDARD, 0, &donate, 1};
  Function function;
  Executable program;
  Tensor x;
  String text, report;
  check(lz_function_begin(device.get(), "gelu", function.out()));
  check(lz_function_parameter(function.get(), LZ_DTYPE_F32, kBlock.data(), 2, x.out()));
  Tensor y = gelu(device, x);
  lz_tensor* result = y.get();
  check(lz_function_finish(function.get(), &result, 1));
  check(lz_function_compile(function.get(), &options, program.out()));
  std::vector<float> doubled;
  for (float value : kPoints)
    doubled.push_back(2 * value);
  Tensor given = fromHost(device, kBlock, doubled);
  printFloats("executable", run(program, fromHost(device, kBlock, kPoints)));
  printFloats("executable with a donated input", run(program, given, true));
  try {
    check(lz_tensor_read(given.get(), doubled.data(), doubled.size() * sizeof(float)));
  } catch (const Error& error) {
    std::printf("reading the donated input: code %d\n", error.code);
  }
  check(lz_function_print(function.get(), text.out()));
  printText("recorded program", text);
  check(lz_executable_memory_report(program.get(), report.out()));
  printText("memory report", report);
}

void showModule(const Context& context, const Device& device, const char* path) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  Module module;
  Executable program;
  check(lz_module_parse(context.get(), text.data(), text.size(), path, module.out()));
  check(lz_module_compile(module.get(), nullptr, program.out()));
  printFloats("module", run(program, fromHost(device, kBlock, kPoints)));
}

// Memory of ours becomes a tensor, and a tensor's memory is read, without a copy.
void showSharing(const Device& device) {
  alignas(64) static float values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  const void* released = nullptr;
  lz_host_options borrow = {};
  borrow.struct_size = sizeof borrow;
  borrow.mode = LZ_HOST_BORROW_IMMUTABLE;
  borrow.release = [](void* user, const void* data) { *static_cast<const void**>(user) = data; };
  borrow.release_user = &released;
  DLManagedTensorVersioned* lent;
  {
    Tensor x;
    check(lz_tensor_from_host(device.get(), LZ_DTYPE_F32, kBlock.data(), 2, values, &borrow,
                              x.out()));
    check(lz_tensor_to_dlpack(x.get(), &lent));
  }
  std::printf("shared in place: %d\n", lent->dl_tensor.data == values && released == nullptr);
  lent->deleter(lent);
  std::printf("given back: %d\n", released == values);
}

void showError(const Device& device) {
  Tensor a = fromHost(device, {3}, kPoints), b = fromHost(device, {2}, kPoints);
  const Here here = Here::current();
  try {
    add(a, b); // two lines below `here`
  } catch (const Error& error) {
    std::string place = std::string(here.file_name()) + ":" + std::to_string(here.line() + 2);
    std::printf("error: code %d, op %s, at the caller's line: %d\n", error.code, error.op.c_str(),
                error.location == place);
    std::printf("error: %s\n", std::strchr(error.what(), '['));
    std::fprintf(stderr, "%s: %s\n", error.location.c_str(), error.what());
  }
}

void showHandles(const Device& device) {
  int64_t before = lz_live_handles();
  for (int i = 0; i < kHandles; ++i)
    scalar(device, i);
  std::printf("handles made %d, left %lld\n", kHandles,
              static_cast<long long>(lz_live_handles() - before));
}

void showCounters(const Context& context) {
  const std::pair<const char*, lz_counter> counters[] = {
      {"compiles", LZ_COUNTER_COMPILES},
      {"cache hits", LZ_COUNTER_CACHE_HITS},
      {"executions", LZ_COUNTER_EXECUTIONS},
      {"ops recorded", LZ_COUNTER_OPS_RECORDED},
      {"donated inputs", LZ_COUNTER_DONATED_INPUTS},
      {"live tensors", LZ_COUNTER_LIVE_TENSORS},
      {"bytes in use", LZ_COUNTER_BYTES_IN_USE},
      {"peak bytes", LZ_COUNTER_PEAK_BYTES}};
  for (const auto& [name, which] : counters)
    std::printf("counter %s %lld\n", name, static_cast<long long>(counter(context, which)));
}

void runAll(const char* path) {
  lz_context_options options = {};
  options.struct_size = sizeof options;
  options.threads = 2;
  Context context;
  Device device;
  check(lz_context_create(&options, context.out()));
  check(lz_context_device(context.get(), 0, device.out()));
  std::printf("version %d abi %d\n", lz_version(), lz_abi_version());
  showGelu(device);
  showRegression(context, device);
  showExecutable(device);
  showModule(context, device, path);
  showSharing(device);
  showError(device);
  showCounters(context);
  showHandles(device);
}

} // namespace

int main(int argc, char** argv) {
  try {
    runAll(argc > 1 ? argv[1] : "");
  } catch (const Error& error) {
    std::fprintf(stderr, "%s: %s\n", error.location.c_str(), error.what());
    return 1;
  }
  std::printf("handles at the end %lld\n", static_cast<long long>(lz_live_handles()));
}
