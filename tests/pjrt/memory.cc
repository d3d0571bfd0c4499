/* Each allocation of the plugin and of the library fails once. Every call must then return
 * RESOURCE_EXHAUSTED or succeed, and the client must work afterwards. The program that is run is
 * compiled before, because LLVM ends the process if it has no memory. */
#include "plugin.h"

#include <initializer_list>
#include <new>

static thread_local long untilFailure = 0; // 0: no allocation fails

void* operator new(size_t size) {
  if (untilFailure > 0 && --untilFailure == 0)
    throw std::bad_alloc();
  if (void* data = malloc(size ? size : 1))
    return data;
  throw std::bad_alloc();
}
void operator delete(void* data) noexcept {
  free(data);
}
void operator delete(void* data, size_t) noexcept {
  free(data);
}

static const char kDouble[] = "func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                              "  %0 = stablehlo.add %a, %a : tensor<4xf32>\n"
                              "  return %0 : tensor<4xf32>\n"
                              "}\n";

static PJRT_LoadedExecutable* compile(PJRT_Client* client) {
  PJRT_Program program = {};
  program.struct_size = PJRT_Program_STRUCT_SIZE;
  program.code = const_cast<char*>(kDouble);
  program.code_size = strlen(kDouble);
  program.format = "mlir";
  program.format_size = 4;
  ARGS(Client_Compile, a);
  a.client = client;
  a.program = &program;
  OK(Client_Compile, a);
  return a.executable;
}

/* The steps of a use of the plugin. Each one has what the earlier ones made. */
struct Use {
  PJRT_Client* client;
  PJRT_LoadedExecutable* executable;
  PJRT_Buffer *in = nullptr, *out = nullptr, *copy = nullptr;
  PJRT_Event *used = nullptr, *complete = nullptr, *read = nullptr;
  float result[4] = {};

  PJRT_Error* upload() {
    static const float data[] = {1, 2, 3, 4};
    static const int64_t dims[] = {4};
    ARGS(Client_BufferFromHostBuffer, a);
    a.client = client;
    a.data = data;
    a.type = PJRT_Buffer_Type_F32;
    a.dims = dims;
    a.num_dims = 1;
    a.device = firstDevice(client);
    PJRT_Error* error = CALL(Client_BufferFromHostBuffer, a);
    in = a.buffer;
    used = a.done_with_host_buffer;
    return error;
  }

  PJRT_Error* run() {
    PJRT_ExecuteOptions options = {};
    options.struct_size = PJRT_ExecuteOptions_STRUCT_SIZE;
    PJRT_Buffer* inputs[] = {in};
    PJRT_Buffer* const* lists[] = {inputs};
    PJRT_Buffer** outputs[] = {&out};
    ARGS(LoadedExecutable_Execute, a);
    a.executable = executable;
    a.options = &options;
    a.argument_lists = lists;
    a.num_devices = a.num_args = 1;
    a.output_lists = outputs;
    a.device_complete_events = &complete;
    return CALL(LoadedExecutable_Execute, a);
  }

  PJRT_Error* copyOver() {
    ARGS(Device_DefaultMemory, memory);
    memory.device = firstDevice(client);
    OK(Device_DefaultMemory, memory);
    ARGS(Buffer_CopyToMemory, a);
    a.buffer = out;
    a.dst_memory = memory.memory;
    PJRT_Error* error = CALL(Buffer_CopyToMemory, a);
    copy = a.dst_buffer;
    return error;
  }

  PJRT_Error* download() {
    ARGS(Buffer_ToHostBuffer, a);
    a.src = copy;
    a.dst = result;
    a.dst_size = sizeof result;
    PJRT_Error* error = CALL(Buffer_ToHostBuffer, a);
    read = a.event;
    return error;
  }

  PJRT_Error* wait() {
    ARGS(Event_Await, a);
    a.event = read;
    return CALL(Event_Await, a);
  }

  PJRT_Error* all() {
    PJRT_Error* (Use::* const steps[])() = {&Use::upload, &Use::run, &Use::copyOver, &Use::download,
                                            &Use::wait};
    for (auto step : steps)
      if (PJRT_Error* error = (this->*step)())
        return error;
    return nullptr;
  }

  ~Use() {
    untilFailure = 0;
    for (PJRT_Event* event : {used, complete, read})
      if (event)
        destroyEvent(event);
    for (PJRT_Buffer* buffer : {in, out, copy})
      if (buffer)
        destroyBuffer(buffer);
  }
};

int main(int argc, char** argv) {
  loadPlugin(argc, argv);
  PJRT_Client* client = makeClient();
  PJRT_LoadedExecutable* executable = compile(client);
  long refused = 0;
  for (long n = 1;; ++n) {
    Use use{client, executable};
    untilFailure = n;
    PJRT_Error* error = use.all();
    const bool isOver = untilFailure > 0; // there were fewer than n allocations
    untilFailure = 0;
    if (!error) {
      CHECK(use.result[3] == 8);
    } else {
      CHECK(codeOf(error) == PJRT_Error_Code_RESOURCE_EXHAUSTED);
      ++refused;
    }
    destroyError(error);
    if (isOver)
      break;
  }
  CHECK(refused > 10);
  printf("%ld allocations were refused\n", refused);
  ARGS(LoadedExecutable_Destroy, a);
  a.executable = executable;
  OK(LoadedExecutable_Destroy, a);
  destroyClient(client);
  return failures;
}
