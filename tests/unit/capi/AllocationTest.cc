// Allocations fail in calls that run nothing. These calls make contexts, data from the host,
// recordings and functions.
#include "Scenario.h"
#include "lazuli/dlpack_types.h"

#include <vector>

namespace lz::test {
namespace {

FAILING_ALLOCATIONS(InTheCreationOfAContext) {
  World other;
  return World::make(nullptr, other);
}

FAILING_ALLOCATIONS(InTheImportOfACopy) {
  const float values[4] = {1, 2, 3, 4};
  const int64_t dims[2] = {2, 2}, strides[2] = {4, 8};
  lz_event* event = nullptr;
  lz_host_options host{};
  host.struct_size = sizeof host;
  host.mode = LZ_HOST_BORROW_UNTIL_EVENT;
  host.byte_strides = strides;
  host.out_event = &event;
  Owned<lz_tensor> y;
  Error error(
      lz_tensor_from_host(world.device.get(), LZ_DTYPE_F32, dims, 2, values, &host, Out(y)));
  EXPECT_EQ(event != nullptr, y != nullptr);
  Owned<lz_event> held(event);
  if (error)
    return error;
  return expect(y.get(), 1, 3, 2, 4);
}

FAILING_ALLOCATIONS(InTheImportOfMegabytes) {
  static const std::vector<float> values(1 << 20, 7);
  static std::vector<float> read(1 << 20);
  int64_t n = 1 << 20;
  Owned<lz_tensor> y;
  LZ_TRY(
      lz_tensor_from_host(world.device.get(), LZ_DTYPE_F32, &n, 1, values.data(), nullptr, Out(y)));
  LZ_TRY(lz_tensor_read(y.get(), read.data(), read.size() * sizeof(float)));
  return nullptr;
}

int releases = 0;
void countRelease(void*, const void*) {
  ++releases;
}

FAILING_ALLOCATIONS(InAnImportWithAReleaseCallback) {
  alignas(64) static const float values[4] = {1, 2, 3, 4};
  int64_t four = 4;
  lz_host_options host{};
  host.struct_size = sizeof host;
  host.mode = LZ_HOST_BORROW_IMMUTABLE;
  host.release = countRelease;
  releases = 0;
  Error error;
  {
    Owned<lz_tensor> y;
    error.reset(
        lz_tensor_from_host(world.device.get(), LZ_DTYPE_F32, &four, 1, values, &host, Out(y)));
    EXPECT_EQ(releases, error ? 1 : 0);
  }
  EXPECT_EQ(releases, 1);
  return error;
}

FAILING_ALLOCATIONS(InDLPack) {
  DLManagedTensorVersioned* managed = nullptr;
  LZ_TRY(lz_tensor_to_dlpack(world.x.get(), &managed));
  Owned<lz_tensor> y;
  Error error(lz_tensor_from_dlpack(world.device.get(), managed, Out(y)));
  if (!error)
    return expect(y.get(), 1, 2, 3, 4);
  managed->deleter(managed); // it still belongs to the caller
  return error;
}

FAILING_ALLOCATIONS(InRecording) {
  Owned<lz_tensor> y;
  return recordExpression(world, y);
}

FAILING_ALLOCATIONS(InRecordingABody) {
  Owned<lz_tensor> y;
  return recordSum(world, world.x.get(), y);
}

FAILING_ALLOCATIONS(InAFunction) {
  Owned<lz_function> f, derivative;
  LZ_TRY(makeSquare(world, f));
  Owned<lz_string> text;
  LZ_TRY(lz_function_print(f.get(), Out(text)));
  const size_t first = 0;
  lz_function_gradient_options options{sizeof options, 1, 1};
  LZ_TRY(lz_function_gradient(f.get(), &first, 1, &options, Out(derivative)));
  return nullptr;
}

FAILING_ALLOCATIONS(InACompiledFunction) {
  Owned<lz_function> f;
  LZ_TRY(makeSquare(world, f));
  Owned<lz_executable> executable;
  LZ_TRY(lz_function_compile(f.get(), nullptr, Out(executable)));
  Owned<lz_string> text, report;
  LZ_TRY(lz_executable_print(executable.get(), Out(text)));
  LZ_TRY(lz_executable_memory_report(executable.get(), Out(report)));
  return nullptr;
}

// The program has a copy of the value that the function captured.
FAILING_ALLOCATIONS(InAModuleOfAFunction) {
  Owned<lz_function> f;
  LZ_TRY(makeSquare(world, f));
  Owned<lz_tensor> captured;
  LZ_TRY(lz_function_capture(f.get(), 0, Out(captured)));
  Owned<lz_module> module;
  LZ_TRY(lz_module_from_function(f.get(), Out(module)));
  Owned<lz_string> text;
  LZ_TRY(lz_module_write(module.get(), LZ_MODULE_FORMAT_STABLEHLO, Out(text)));
  Owned<lz_module> clone, made;
  LZ_TRY(lz_module_clone(module.get(), nullptr, Out(clone)));
  LZ_TRY(lz_module_run_passes(clone.get(), "lz-cse", nullptr, Out(made)));
  Owned<lz_executable> executable;
  LZ_TRY(lz_module_compile(module.get(), nullptr, Out(executable)));
  return nullptr;
}

// A guard refuses a call. Whichever allocation fails, the guard still works, and nothing leaks.
FAILING_ALLOCATIONS(UnderAGuard) {
  Owned<lz_tensor> y;
  LZ_TRY(recordExpression(world, y));
  lz_tensor* one[] = {y.get()};
  Owned<lz_guard> guard;
  LZ_TRY(lz_guard_begin(world.context.get(), LZ_GUARD_MAX_COMPILES, 0, LZ_HERE, Out(guard)));
  Error refused(lz_evaluate(one, 1, 0, nullptr));
  if (lz_status_code(refused.get()) != LZ_FAILED_PRECONDITION)
    return refused ? std::move(refused) : Error(lz_evaluate(nullptr, 0, 0, nullptr));
  guard.reset();
  LZ_TRY(lz_evaluate(one, 1, LZ_BARRIER_WAIT, nullptr));
  return nullptr;
}

// An assignment that fails leaves the old value.
FAILING_ALLOCATIONS(InVariables) {
  Owned<lz_variable> variable, pairs, first;
  Owned<lz_tensor> sum, changed, none;
  const int64_t two[2] = {2, 2}, from[2] = {0, 0}, to[2] = {1, 2};
  LZ_TRY(lz_variable_create(world.x.get(), Out(variable)));
  LZ_TRY(lz_variable_reshape(variable.get(), two, 2, nullptr, Out(pairs)));
  LZ_TRY(lz_variable_slice(pairs.get(), from, to, nullptr, 2, nullptr, Out(first)));
  LZ_TRY(lz_variable_value(first.get(), nullptr, Out(none)));
  LZ_TRY(lz_add(none.get(), none.get(), nullptr, Out(sum)));
  Error failed(lz_variable_assign(first.get(), sum.get(), nullptr));
  Owned<lz_tensor> now;
  LZ_TRY(lz_variable_value(variable.get(), nullptr, Out(now)));
  LZ_TRY(failed ? expect(now.get(), 1, 2, 3, 4) : expect(now.get(), 2, 4, 3, 4));
  return failed;
}

// Either every device gets the sum, or no device gets a result.
FAILING_ALLOCATIONS(BetweenDevices) {
  lz_tensor *both[2] = {world.x.get(), world.x.get()}, *sums[2] = {nullptr, nullptr};
  Error failed(lz_all_reduce(both, 2, LZ_REDUCTION_SUM, 0.5, nullptr, sums));
  const Owned<lz_tensor> first(sums[0]), second(sums[1]);
  if (failed)
    return first || second ? Error() : std::move(failed);
  LZ_TRY(expect(first.get(), 1, 2, 3, 4));
  return expect(second.get(), 1, 2, 3, 4);
}

FAILING_ALLOCATIONS(ForSeveralDevices) {
  lz_context_options options{};
  options.struct_size = sizeof options;
  options.host_devices = 3;
  options.threads = 3;
  Owned<lz_context> context;
  LZ_TRY(lz_context_create(&options, Out(context)));
  Owned<lz_device> device;
  LZ_TRY(lz_context_device(context.get(), 2, Out(device)));
  LZ_TRY(lz_context_barrier(context.get(), nullptr, LZ_BARRIER_WAIT, nullptr));
  return nullptr;
}

// The second recording differs only in a constant, which becomes an input of the program.
FAILING_ALLOCATIONS(ForAPromotedConstant) {
  const int64_t four = 4;
  for (int i = 0; i < 2; ++i) {
    const float values[4] = {float(i), 1, 2, 3};
    Owned<lz_tensor> constant, y;
    LZ_TRY(lz_constant(world.device.get(), LZ_DTYPE_F32, &four, 1, values, nullptr, Out(constant)));
    LZ_TRY(lz_add(world.x.get(), constant.get(), nullptr, Out(y)));
    LZ_TRY(expect(y.get(), float(1 + i), 3, 5, 7));
  }
  return nullptr;
}

FAILING_ALLOCATIONS(InInformation) {
  Owned<lz_tensor> y;
  LZ_TRY(recordExpression(world, y));
  lz_tensor* one[] = {y.get()};
  Owned<lz_string> recording, why;
  LZ_TRY(lz_recording_print(one, 1, Out(recording)));
  for (lz_recording_format format :
       {LZ_RECORDING_FORMAT_LAZY_TENSOR, LZ_RECORDING_FORMAT_FUNCTION, LZ_RECORDING_FORMAT_DOT}) {
    Owned<lz_string> written;
    LZ_TRY(lz_recording_write(one, 1, format, Out(written)));
  }
  LZ_TRY(lz_context_explain_recompile(world.context.get(), Out(why)));
  Owned<lz_string> report;
  LZ_TRY(lz_context_report(world.context.get(), Out(report)));
  return nullptr;
}

} // namespace
} // namespace lz::test
