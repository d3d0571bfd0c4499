// Lazuli from C++20. Prints what examples/ffi/c prints, up to the line "only in C++".
//
//   main FILE.mlir      a program of one f32 input of 2x4 and one output
#include "handles.h"
#include "inside.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int kSamples = 64, kFeatures = 4, kSteps = 200, kHandles = 100000;
const Dims kBlock = {2, 4};
const std::vector<float> kPoints = {-3, -1.5f, -0.75f, -0.25f, 0, 0.5f, 1, 2.5f};

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

// (a, b) -> a + b, the body of sums.
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

// loss = mean((x w + b - y)^2); w and b are changed by a tenth of the gradient.
void recordStep(Model& m) {
  const int64_t one = 1, zero = 0;
  Tensor product, sum, start = scalar(m.device, 0);
  lz_dot_general_attributes columnsByRows = {};
  columnsByRows.struct_size = sizeof columnsByRows;
  columnsByRows.lhs_contracting_dimensions = &one;
  columnsByRows.num_lhs_contracting_dimensions = 1;
  columnsByRows.rhs_contracting_dimensions = &zero;
  columnsByRows.num_rhs_contracting_dimensions = 1;
  check(lz_dot_general(m.x.get(), m.parameters[0].get(), &columnsByRows, nullptr, product.out()));
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
  Guard steady;
  for (int i = 0; i < kSteps; ++i) {
    // The first step is another program, because its parameters come from the host. From the third
    // step on nothing is compiled.
    if (i == 2)
      check(lz_guard_begin(context.get(), LZ_GUARD_MAX_COMPILES, 0, nullptr, steady.out()));
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

// Compiles once and runs with different inputs; the second run donates its input.
void showExecutable(const Device& device) {
  const uint8_t donate = 1;
  lz_compile_options options = {};
  options.struct_size = sizeof options;
  options.donate = &donate;
  options.num_donate = 1;
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
    std::printf("reading the donated input: code %d\n", error.code());
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

// Memory of this program becomes a tensor, and a tensor's memory is read, both without a copy.
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

// Multiplies each element by its place. No exception may leave it.
lz_status* byPlace(void* user, const lz_host_call_args* args) noexcept {
  const auto* x = static_cast<const float*>(args->operands[0].data);
  auto* y = static_cast<float*>(args->results[0].data);
  ++*static_cast<int*>(user);
  for (size_t i = 0; i < args->operands[0].nbytes / sizeof *x; ++i)
    y[i] = x[i] * static_cast<float>(i);
  return nullptr;
}

// Calls a function of this program in the middle of a compiled one, and reads without waiting.
void showHostCall(const Context& context, const Device& device) {
  int calls = 0;
  lz_host_call_options options = {};
  options.struct_size = sizeof options;
  options.user = &calls;
  check(lz_context_register_host_call(context.get(), "by_place", byPlace, &options));
  const lz_tensor_type type = {LZ_DTYPE_F32, 0, 2, kBlock.data()};
  Tensor x = fromHost(device, kBlock, kPoints), twice = add(x, x), called;
  lz_tensor* operand = twice.get();
  check(lz_host_call(device.get(), "by_place", &operand, 1, &type, nullptr, nullptr, called.out(),
                     1));
  Tensor sum = add(called, x);
  printFloats("host call", sum);
  uint32_t bits[8];
  Event event;
  check(lz_tensor_read_async(sum.get(), bits, sizeof bits, nullptr, event.out()));
  check(lz_event_wait(event.get(), LZ_WAIT_FOREVER));
  std::printf("calls %d, read without waiting", calls);
  for (uint32_t word : bits)
    std::printf(" %08x", word);
  std::printf("\n");
}

void showError(const Device& device) {
  Tensor a = fromHost(device, {3}, kPoints), b = fromHost(device, {2}, kPoints);
  const Here here = Here::current();
  try {
    add(a, b); // two lines below `here`
  } catch (const Error& error) {
    std::string place = std::string(here.file_name()) + ":" + std::to_string(here.line() + 2);
    std::printf("error: code %d, op %s, at the caller's line: %d\n", error.code(),
                error.op().c_str(), error.location() == place);
    std::printf("error: %s\n", std::strchr(error.what(), '['));
    std::fprintf(stderr, "%s: %s\n", error.location().c_str(), error.what());
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
  showHostCall(context, device);
  showError(device);
  showCounters(context);
  showHandles(device);
  std::printf("only in C++\n");
  showInside(context, device);
}

} // namespace

int main(int argc, char** argv) {
  try {
    runAll(argc > 1 ? argv[1] : "");
  } catch (const Error& error) {
    std::fprintf(stderr, "%s: %s\n", error.location().c_str(), error.what());
    return 1;
  }
  std::printf("handles at the end %lld\n", static_cast<long long>(lz_live_handles()));
}
