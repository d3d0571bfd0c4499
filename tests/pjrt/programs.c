/* Compilation, facts about executables, runs, donation and serialization. */
#include "plugin.h"

static const char kAdd[] =
    "module @add {\n"
    "  func.func public @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {\n"
    "    %0 = stablehlo.add %a, %b : tensor<3xf32>\n"
    "    return %0 : tensor<3xf32>\n"
    "  }\n"
    "}\n";
static const char kDonated[] =
    "module @donated {\n"
    "  func.func public @main(%a: tensor<3xf32> {tf.aliasing_output = 0 : i32},\n"
    "                         %b: tensor<3xf32>) -> tensor<3xf32> {\n"
    "    %0 = stablehlo.add %a, %b : tensor<3xf32>\n"
    "    return %0 : tensor<3xf32>\n"
    "  }\n"
    "}\n";
static const char kTokens[] =
    "module @tokens {\n"
    "  func.func public @main(%t: !stablehlo.token, %a: tensor<3xf32>, %b: tensor<3xf32>)\n"
    "      -> (!stablehlo.token, tensor<3xf32>) {\n"
    "    %0 = stablehlo.add %a, %b : tensor<3xf32>\n"
    "    return %t, %0 : !stablehlo.token, tensor<3xf32>\n"
    "  }\n"
    "}\n";
static const char kUnknown[] = "module {\n"
                               "  func.func public @main(%a: tensor<3xf32>) -> tensor<3xf32> {\n"
                               "    %0 = stablehlo.custom_call @no_such_call(%a) : "
                               "(tensor<3xf32>) -> tensor<3xf32>\n"
                               "    return %0 : tensor<3xf32>\n"
                               "  }\n"
                               "}\n";
static const float kOnes[] = {1, 1, 1}, kNumbers[] = {1, 2, 3}, kSums[] = {2, 3, 4};

/* The fields of a CompileOptionsProto for one device, and those with an unknown option. */
static const char kOptions[] = {0x1a, 4, 0x20, 1, 0x28, 1};
static const char kTwoPartitions[] = {0x1a, 4, 0x20, 1, 0x28, 2};
static const char kBadOption[] = {0x3a, 9, 0x0a, 3, 'n', 'o', '!', 0x12, 2, 0x0a, 0};
static const char kDamaged[] = {0x1a, 100, 0};

static PJRT_Error* compile(PJRT_Client* client, const char* code, const char* format,
                           const char* options, size_t size, PJRT_LoadedExecutable** out) {
  PJRT_Program program = {0};
  program.struct_size = PJRT_Program_STRUCT_SIZE;
  program.code = (char*)code;
  program.code_size = strlen(code);
  program.format = format;
  program.format_size = strlen(format);
  ARGS(Client_Compile, a);
  a.client = client;
  a.program = &program;
  a.compile_options = options;
  a.compile_options_size = size;
  PJRT_Error* error = CALL(Client_Compile, a);
  *out = a.executable;
  return error;
}

static PJRT_LoadedExecutable* compiled(PJRT_Client* client, const char* code) {
  PJRT_LoadedExecutable* out = NULL;
  checkOk(compile(client, code, "mlir", kOptions, sizeof kOptions, &out), __FILE__, __LINE__,
          "Client_Compile");
  if (!out)
    exit(1);
  return out;
}

static void destroyLoaded(PJRT_LoadedExecutable* executable) {
  ARGS(LoadedExecutable_Destroy, a);
  a.executable = executable;
  OK(LoadedExecutable_Destroy, a);
}

static void refuses(PJRT_Client* client, PJRT_Error_Code code, const char* text, const char* source,
                    const char* format, const char* options, size_t size) {
  PJRT_LoadedExecutable* out = NULL;
  checkFails(compile(client, source, format, options, size, &out), code, text, __FILE__, __LINE__,
             "Client_Compile");
  CHECK(out == NULL);
}

static void checkRefusals(PJRT_Client* client) {
  refuses(client, PJRT_Error_Code_INVALID_ARGUMENT, "'elf'", kAdd, "elf", kOptions,
          sizeof kOptions);
  refuses(client, PJRT_Error_Code_INVALID_ARGUMENT, "no!", kAdd, "mlir", kBadOption,
          sizeof kBadOption);
  refuses(client, PJRT_Error_Code_INVALID_ARGUMENT, "damaged", kAdd, "mlir", kDamaged,
          sizeof kDamaged);
  refuses(client, PJRT_Error_Code_UNIMPLEMENTED, "2 partitions", kAdd, "mlir", kTwoPartitions,
          sizeof kTwoPartitions);
  refuses(client, PJRT_Error_Code_INVALID_ARGUMENT, "", "nonsense", "mlir", kOptions,
          sizeof kOptions);
  refuses(client, PJRT_Error_Code_UNIMPLEMENTED, "no_such_call", kUnknown, "mlir", kOptions,
          sizeof kOptions);
  ARGS(Client_Compile, a);
  a.client = client;
  FAILS(INVALID_ARGUMENT, "PJRT_Program", Client_Compile, a);
}

static void checkFacts(PJRT_Client* client) {
  PJRT_LoadedExecutable* loaded = compiled(client, kAdd);
  ARGS(LoadedExecutable_GetExecutable, get);
  get.loaded_executable = loaded;
  OK(LoadedExecutable_GetExecutable, get);
  ARGS(LoadedExecutable_AddressableDevices, devices);
  devices.executable = loaded;
  OK(LoadedExecutable_AddressableDevices, devices);
  CHECK(devices.num_addressable_devices == 1);
  CHECK(devices.addressable_devices[0] == firstDevice(client));
  ARGS(LoadedExecutable_GetDeviceAssignment, assignment);
  assignment.executable = loaded;
  OK(LoadedExecutable_GetDeviceAssignment, assignment);
  static const char expected[] = {8, 1, 16, 1, 26, 3, 10, 1, 0};
  CHECK(assignment.serialized_bytes_size == sizeof expected);
  CHECK(!memcmp(assignment.serialized_bytes, expected, sizeof expected));
  assignment.serialized_device_assignment_deleter(assignment.serialized_device_assignment);
  destroyLoaded(loaded); /* the other handle is independent of this one */

  ARGS(Executable_OutputElementTypes, types);
  types.executable = get.executable;
  OK(Executable_OutputElementTypes, types);
  CHECK(types.num_output_types == 1 && types.output_types[0] == PJRT_Buffer_Type_F32);
  ARGS(Executable_OutputDimensions, dims);
  dims.executable = get.executable;
  OK(Executable_OutputDimensions, dims);
  CHECK(dims.num_outputs == 1 && dims.dim_sizes[0] == 1 && dims.dims[0] == 3);
  ARGS(Executable_ParameterMemoryKinds, kinds);
  kinds.executable = get.executable;
  OK(Executable_ParameterMemoryKinds, kinds);
  CHECK(kinds.num_parameters == 2 && !strncmp(kinds.memory_kinds[1], "device", 6));
  ARGS(Executable_GetCompiledMemoryStats, memory);
  memory.executable = get.executable;
  OK(Executable_GetCompiledMemoryStats, memory);
  CHECK(memory.argument_size_in_bytes == 24 && memory.output_size_in_bytes == 12);
  ARGS(Executable_GetCostAnalysis, cost);
  cost.executable = get.executable;
  OK(Executable_GetCostAnalysis, cost);
  CHECK(cost.num_properties > 0 && cost.properties[0].float_value == 3);
  ARGS(Executable_Fingerprint, fingerprint);
  fingerprint.executable = get.executable;
  OK(Executable_Fingerprint, fingerprint);
  CHECK(fingerprint.executable_fingerprint_size == 32);
  PJRT_Program program = {0};
  program.struct_size = PJRT_Program_STRUCT_SIZE;
  ARGS(Executable_OptimizedProgram, text);
  text.executable = get.executable;
  text.program = &program;
  OK(Executable_OptimizedProgram, text);
  char code[4096];
  program.code = code;
  CHECK(program.code_size < sizeof code);
  OK(Executable_OptimizedProgram, text);
  CHECK(program.format_size == 4 && !memcmp(program.format, "mlir", 4));
  CHECK(!strncmp(code, "module", 6));
  ARGS(Executable_Destroy, destroy);
  destroy.executable = get.executable;
  OK(Executable_Destroy, destroy);
}

static PJRT_Error* execute(PJRT_LoadedExecutable* executable, PJRT_Buffer* x, PJRT_Buffer* y,
                           const int64_t* kept, size_t numKept, PJRT_Buffer** out) {
  PJRT_ExecuteOptions options = {0};
  options.struct_size = PJRT_ExecuteOptions_STRUCT_SIZE;
  options.non_donatable_input_indices = kept;
  options.num_non_donatable_input_indices = numKept;
  PJRT_Buffer* inputs[] = {x, y};
  PJRT_Buffer* const* lists[] = {inputs};
  PJRT_Buffer** outputs[] = {out};
  PJRT_Event* event = NULL;
  ARGS(LoadedExecutable_Execute, a);
  a.executable = executable;
  a.options = &options;
  a.argument_lists = lists;
  a.num_devices = 1;
  a.num_args = y ? 2 : 1;
  a.output_lists = outputs;
  a.device_complete_events = &event;
  PJRT_Error* error = CALL(LoadedExecutable_Execute, a);
  if (!error)
    awaitEvent(event);
  return error;
}

#define RUNS(...) checkOk(execute(__VA_ARGS__), __FILE__, __LINE__, "Execute")
#define RUN_FAILS(code, text, ...)                                                                 \
  checkFails(execute(__VA_ARGS__), PJRT_Error_Code_##code, text, __FILE__, __LINE__, "Execute")

static PJRT_Buffer* vector(PJRT_Client* client, const float* values) {
  const int64_t dims[] = {3};
  return fromHost(client, PJRT_Buffer_Type_F32, values, dims, 1, NULL);
}

static void expectSums(PJRT_Buffer* buffer) {
  float out[3];
  toHost(buffer, out, sizeof out);
  CHECK(!memcmp(out, kSums, sizeof out));
  destroyBuffer(buffer);
}

static void checkRuns(PJRT_Client* client) {
  PJRT_LoadedExecutable* add = compiled(client, kAdd);
  PJRT_Buffer *x = vector(client, kNumbers), *y = vector(client, kOnes), *out = NULL;
  RUNS(add, x, y, NULL, 0, &out);
  expectSums(out);
  CHECK(!isDeleted(x) && !isDeleted(y));
  RUN_FAILS(INVALID_ARGUMENT, "takes 2 arguments", add, x, NULL, NULL, 0, &out);
  const int64_t dims[] = {2};
  PJRT_Buffer* small = fromHost(client, PJRT_Buffer_Type_F32, kOnes, dims, 1, NULL);
  RUN_FAILS(INVALID_ARGUMENT, "input 1", add, x, small, NULL, 0, &out);
  destroyBuffer(small);
  PJRT_Client* other = makeClient();
  PJRT_Buffer* foreign = vector(other, kOnes);
  RUN_FAILS(INVALID_ARGUMENT, "argument 1 belongs to another client", add, x, foreign, NULL, 0,
            &out);
  destroyBuffer(foreign);
  destroyClient(other);
  ARGS(LoadedExecutable_Delete, gone);
  gone.executable = add;
  OK(LoadedExecutable_Delete, gone);
  RUN_FAILS(INVALID_ARGUMENT, "deleted", add, x, y, NULL, 0, &out);
  destroyBuffer(x);
  destroyBuffer(y);
  destroyLoaded(add);
}

static const void* viewOf(PJRT_Buffer* buffer) {
  ARGS(Buffer_IncreaseExternalReferenceCount, up);
  up.buffer = buffer;
  OK(Buffer_IncreaseExternalReferenceCount, up);
  ARGS(Buffer_OpaqueDeviceMemoryDataPointer, a);
  a.buffer = buffer;
  OK(Buffer_OpaqueDeviceMemoryDataPointer, a);
  return a.device_memory_ptr;
}

static void endView(PJRT_Buffer* buffer) {
  ARGS(Buffer_DecreaseExternalReferenceCount, down);
  down.buffer = buffer;
  OK(Buffer_DecreaseExternalReferenceCount, down);
}

/* A donated input is deleted. The output gets the memory of the input, unless somebody else uses
 * it. */
static void checkDonation(PJRT_Client* client) {
  PJRT_LoadedExecutable* donated = compiled(client, kDonated);
  PJRT_Buffer *x = vector(client, kNumbers), *y = vector(client, kOnes), *out = NULL;
  const void* before = viewOf(x);
  endView(x);
  RUNS(donated, x, y, NULL, 0, &out);
  CHECK(isDeleted(x) && !isDeleted(y));
  CHECK(viewOf(out) == before);
  endView(out);
  RUN_FAILS(INVALID_ARGUMENT, "argument 0 has been deleted or donated", donated, x, y, NULL, 0,
            &out);
  destroyBuffer(x);
  expectSums(out);

  x = vector(client, kNumbers);
  const int64_t kept[] = {0};
  RUNS(donated, x, y, kept, 1, &out);
  CHECK(!isDeleted(x));
  expectSums(out);

  const float* view = viewOf(x); /* a view that is alive does not change */
  RUNS(donated, x, y, NULL, 0, &out);
  CHECK(isDeleted(x) && !memcmp(view, kNumbers, sizeof kNumbers));
  expectSums(out);
  endView(x);
  destroyBuffer(x);

  RUNS(donated, y, y, NULL, 0, &out); /* the same buffer twice, donated once */
  CHECK(isDeleted(y));
  float twos[3];
  toHost(out, twos, sizeof twos);
  CHECK(twos[0] == 2 && twos[2] == 2);
  destroyBuffer(out);
  destroyBuffer(y);
  destroyLoaded(donated);
}

/* A run that fails leaves the donated input to the caller. */
static void checkFailedDonation(PJRT_Client* client) {
  PJRT_LoadedExecutable* donated = compiled(client, kDonated);
  PJRT_Buffer *x = vector(client, kNumbers), *out = NULL;
  const int64_t dims[] = {2};
  PJRT_Buffer* small = fromHost(client, PJRT_Buffer_Type_F32, kOnes, dims, 1, NULL);
  RUN_FAILS(INVALID_ARGUMENT, "input 1", donated, x, small, NULL, 0, &out);
  CHECK(!isDeleted(x));
  destroyBuffer(x);
  destroyBuffer(small);
  destroyLoaded(donated);
}

static void checkSerialization(PJRT_Client* client) {
  PJRT_LoadedExecutable* loaded = compiled(client, kDonated);
  ARGS(LoadedExecutable_GetExecutable, get);
  get.loaded_executable = loaded;
  OK(LoadedExecutable_GetExecutable, get);
  ARGS(Executable_Serialize, save);
  save.executable = get.executable;
  OK(Executable_Serialize, save);
  ARGS(Executable_DeserializeAndLoad, load);
  load.client = client;
  load.serialized_executable = save.serialized_bytes;
  load.serialized_executable_size = save.serialized_bytes_size;
  OK(Executable_DeserializeAndLoad, load);
  PJRT_Buffer *x = vector(client, kNumbers), *y = vector(client, kOnes), *out = NULL;
  RUNS(load.loaded_executable, x, y, NULL, 0, &out);
  CHECK(isDeleted(x));
  expectSums(out);
  destroyLoaded(load.loaded_executable);
  load.serialized_executable_size = 20;
  FAILS(DATA_LOSS, "incomplete", Executable_DeserializeAndLoad, load);
  load.serialized_executable_size = 3;
  FAILS(INVALID_ARGUMENT, "not an executable", Executable_DeserializeAndLoad, load);
  save.serialized_executable_deleter(save.serialized_executable);
  destroyBuffer(x);
  destroyBuffer(y);
  ARGS(Executable_Destroy, destroy);
  destroy.executable = get.executable;
  OK(Executable_Destroy, destroy);
  destroyLoaded(loaded);
}

/* A token is a result of its own type, which is ready when its run has ended. Any buffer can be
 * passed for a token. */
static void checkTokens(PJRT_Client* client) {
  PJRT_LoadedExecutable* loaded = compiled(client, kTokens);
  PJRT_Buffer *x = vector(client, kNumbers), *y = vector(client, kOnes), *outs[2] = {NULL, NULL};
  PJRT_Buffer* token = vector(client, kOnes);
  for (int run = 0; run < 2; ++run) {
    PJRT_Buffer* const inputs[] = {token, x, y};
    PJRT_Buffer* const* lists[] = {inputs};
    PJRT_Buffer** outputs[] = {outs};
    PJRT_ExecuteOptions options = {0};
    options.struct_size = PJRT_ExecuteOptions_STRUCT_SIZE;
    ARGS(LoadedExecutable_Execute, a);
    a.executable = loaded;
    a.options = &options;
    a.argument_lists = lists;
    a.num_devices = 1;
    a.num_args = 3;
    a.output_lists = outputs;
    OK(LoadedExecutable_Execute, a);
    destroyBuffer(token);
    token = outs[0];
    expectSums(outs[1]);
  }
  ARGS(Buffer_ElementType, type);
  type.buffer = token;
  OK(Buffer_ElementType, type);
  CHECK(type.type == PJRT_Buffer_Type_TOKEN);
  ARGS(Buffer_Dimensions, dims);
  dims.buffer = token;
  OK(Buffer_Dimensions, dims);
  CHECK(dims.num_dims == 0);
  ARGS(Buffer_ReadyEvent, ready);
  ready.buffer = token;
  OK(Buffer_ReadyEvent, ready);
  ARGS(Event_Await, wait);
  wait.event = ready.event;
  OK(Event_Await, wait);
  ARGS(Event_Destroy, destroy);
  destroy.event = ready.event;
  OK(Event_Destroy, destroy);
  destroyBuffer(token);
  destroyBuffer(x);
  destroyBuffer(y);
  destroyLoaded(loaded);
}

int main(int argc, char** argv) {
  loadPlugin(argc, argv);
  PJRT_Client* client = makeClient();
  checkRefusals(client);
  checkFacts(client);
  checkRuns(client);
  checkDonation(client);
  checkFailedDonation(client);
  checkSerialization(client);
  checkTokens(client);
  destroyClient(client);
  return failures;
}
