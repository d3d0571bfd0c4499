/* Runs a program of StableHLO text as a row of the bench (rows/).
 *
 *   bench_row PROGRAM.mlir FOLDER [ARGUMENT:RESULT ...]
 *
 * FOLDER/argument<i>.bin holds the bytes of argument i. Each ARGUMENT:RESULT is a donation: the
 * argument's memory is given to the call, and the result is the argument of the next one. Writes
 * the results of the first call to FOLDER/lazuli.result<i>.bin. Prints "ready", the seconds for
 * parsing and compiling, and the most bytes that the first call had allocated at a time, apart from
 * its arguments and results. Then it reads numbers of calls, one per line. For each it makes that
 * many calls, waits for each call, and prints the seconds that all of them took. */
#include "common/check.h"
#include "common/progress.h"
#include "file.h"

#include <string.h>

enum { MAX_VALUES = 64 };

typedef struct row {
  lz_executable* executable;
  lz_tensor* inputs[MAX_VALUES];
  size_t num_inputs, num_outputs;
  uint8_t donated[MAX_VALUES];
  size_t result_of[MAX_VALUES]; /* for a donated argument: the result that is the next argument */
} row;

static void read_arguments(row* r, lz_device* device, const char* folder) {
  for (size_t i = 0; i < r->num_inputs; ++i) {
    char path[4096];
    snprintf(path, sizeof path, "%s/argument%zu.bin", folder, i);
    lz_dtype dtype;
    const int64_t* dims;
    size_t rank, size;
    CHECK(lz_executable_input_type(r->executable, i, &dtype, &dims, &rank));
    char* bytes = read_file(path, &size);
    CHECK(lz_tensor_from_host(device, dtype, dims, rank, bytes, NULL, &r->inputs[i]));
    if ((size_t)lz_tensor_nbytes(r->inputs[i]) != size)
      fail("the program's argument has another size than", path);
    free(bytes);
  }
}

static void write_results(lz_tensor* const* outputs, size_t count, const char* folder) {
  for (size_t i = 0; i < count; ++i) {
    char path[4096];
    snprintf(path, sizeof path, "%s/lazuli.result%zu.bin", folder, i);
    size_t size = (size_t)lz_tensor_nbytes(outputs[i]);
    char* bytes = malloc(size + 1);
    CHECK(lz_tensor_read(outputs[i], bytes, size));
    FILE* file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
      fail("cannot write", path);
    free(bytes);
  }
}

/* Makes one call. `folder` is where its results go, or NULL. */
static void call(row* r, const char* folder) {
  const lz_run_options options = {sizeof options, LZ_RUN_WAIT, r->donated, r->num_inputs,
                                  NULL,           0,           NULL,       NULL};
  lz_tensor* outputs[MAX_VALUES];
  CHECK(lz_executable_run(r->executable, r->inputs, r->num_inputs, &options, outputs,
                          r->num_outputs));
  if (folder != NULL)
    write_results(outputs, r->num_outputs, folder);
  for (size_t i = 0; i < r->num_inputs; ++i) {
    if (!r->donated[i])
      continue;
    lz_tensor_release(r->inputs[i]);
    r->inputs[i] = outputs[r->result_of[i]];
    lz_tensor_retain(r->inputs[i]);
  }
  for (size_t i = 0; i < r->num_outputs; ++i)
    lz_tensor_release(outputs[i]);
}

/* Makes a call whose results go to `folder`. Returns the most bytes that it had allocated at a
 * time, apart from its arguments and results. */
static int64_t peak_of_call(row* r, lz_context* context, const char* folder) {
  lz_memory_statistics memory = {.struct_size = sizeof memory};
  CHECK(lz_executable_get_memory(r->executable, &memory));
  int64_t results = memory.output_bytes, arguments, most;
  for (size_t i = 0; i < r->num_inputs; ++i)
    results -= r->donated[i] ? lz_tensor_nbytes(r->inputs[i]) : 0;
  CHECK(lz_context_counter(context, LZ_COUNTER_BYTES_IN_USE, &arguments));
  CHECK(lz_context_reset_counters(context));
  call(r, folder);
  CHECK(lz_context_counter(context, LZ_COUNTER_PEAK_BYTES, &most));
  return most - arguments - results;
}

/* Returns the seconds for parsing and compiling. */
static double compile(row* r, lz_context* context, const char* path) {
  size_t size;
  char* text = read_file(path, &size);
  double start = now_seconds();
  lz_module* module;
  CHECK(lz_module_parse(context, text, size, path, &module));
  CHECK(lz_module_compile(module, NULL, &r->executable));
  double seconds = now_seconds() - start;
  CHECK(lz_executable_num_inputs(r->executable, &r->num_inputs));
  CHECK(lz_executable_num_outputs(r->executable, &r->num_outputs));
  if (r->num_inputs > MAX_VALUES || r->num_outputs > MAX_VALUES)
    fail("too many arguments or results:", path);
  lz_module_release(module);
  free(text);
  return seconds;
}

static void donate(row* r, const char* text) {
  size_t argument, result;
  if (sscanf(text, "%zu:%zu", &argument, &result) != 2 || argument >= r->num_inputs ||
      result >= r->num_outputs)
    fail("no such donation:", text);
  r->donated[argument] = 1;
  r->result_of[argument] = result;
}

int main(int argc, char** argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: bench_row PROGRAM.mlir FOLDER [ARGUMENT:RESULT ...]\n");
    return 2;
  }
  row r = {0};
  lz_context* context;
  lz_device* device;
  CHECK(lz_context_create(NULL, &context));
  CHECK(lz_context_device(context, 0, &device));
  double seconds = compile(&r, context, argv[1]);
  for (int i = 3; i < argc; ++i)
    donate(&r, argv[i]);
  read_arguments(&r, device, argv[2]);
  int64_t peak = peak_of_call(&r, context, argv[2]);
  printf("ready %.6f %lld\n", seconds, (long long)peak);
  fflush(stdout);
  for (char line[64]; fgets(line, sizeof line, stdin);) {
    double start = now_seconds();
    for (long n = strtol(line, NULL, 10); n > 0; --n)
      call(&r, NULL);
    printf("%.9f\n", now_seconds() - start);
    fflush(stdout);
  }
  for (size_t i = 0; i < r.num_inputs; ++i)
    lz_tensor_release(r.inputs[i]);
  lz_executable_release(r.executable);
  lz_device_release(device);
  lz_context_release(context);
  return 0;
}
