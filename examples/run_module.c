/* Loads StableHLO text, for example from JAX, compiles it and runs it on generated numbers.
 *
 *   run_module FILE.mlir */
#include "common/check.h"

#include <math.h>
#include <string.h>

static char* read_file(const char* path, size_t* size) {
  FILE* f = fopen(path, "rb");
  if (f == NULL)
    return NULL;
  fseek(f, 0, SEEK_END);
  long n = ftell(f);
  rewind(f);
  char* text = n < 0 ? NULL : malloc((size_t)n + 1);
  if (text != NULL)
    text[*size = fread(text, 1, (size_t)n, f)] = 0;
  fclose(f);
  return text;
}

/* Fills f32 inputs with 0, 0.1, 0.2, ... */
static lz_tensor* make_input(lz_device* device, lz_executable* program, size_t index) {
  lz_dtype dtype;
  const int64_t* dims;
  size_t rank;
  CHECK(lz_executable_input_type(program, index, &dtype, &dims, &rank));
  if (dtype != LZ_DTYPE_F32) {
    fprintf(stderr, "input %zu is %s; this example makes f32 only\n", index, lz_dtype_name(dtype));
    exit(1);
  }
  size_t count = 1;
  for (size_t d = 0; d < rank; ++d)
    count *= (size_t)dims[d];
  float* values = malloc((count + 1) * sizeof *values);
  for (size_t i = 0; i < count; ++i)
    values[i] = 0.1f * (float)i;
  lz_tensor* tensor;
  CHECK(lz_tensor_from_host(device, dtype, dims, rank, values, NULL, &tensor));
  free(values);
  return tensor;
}

static void print_output(lz_tensor* tensor, size_t index) {
  size_t bytes = (size_t)lz_tensor_nbytes(tensor);
  float* values = malloc(bytes + 1);
  CHECK(lz_tensor_read(tensor, values, bytes));
  printf("output %zu:", index);
  for (size_t i = 0; i < bytes / sizeof *values && i < 8; ++i)
    printf(" %.5f", (double)values[i]);
  printf("\n");
  free(values);
}

int main(int argc, char** argv) {
  size_t size = 0;
  char* text = argc == 2 ? read_file(argv[1], &size) : NULL;
  if (text == NULL) {
    fprintf(stderr, "usage: %s FILE.mlir\n", argv[0]);
    return 2;
  }
  lz_context* context;
  lz_device* device;
  lz_module* module;
  lz_executable* program;
  CHECK(lz_context_create(NULL, &context));
  CHECK(lz_context_device(context, 0, &device));
  CHECK(lz_module_parse(context, text, size, argv[1], &module));
  CHECK(lz_module_compile(module, NULL, &program));

  enum { MOST = 16 };
  size_t inputs, outputs;
  lz_tensor *in[MOST], *out[MOST];
  CHECK(lz_executable_num_inputs(program, &inputs));
  CHECK(lz_executable_num_outputs(program, &outputs));
  if (inputs > MOST || outputs > MOST) {
    fprintf(stderr, "at most %d inputs and outputs\n", MOST);
    return 2;
  }
  for (size_t i = 0; i < inputs; ++i)
    in[i] = make_input(device, program, i);
  CHECK(lz_executable_run(program, in, inputs, NULL, out, outputs));
  for (size_t i = 0; i < outputs; ++i) {
    print_output(out[i], i);
    lz_tensor_release(out[i]);
  }

  for (size_t i = 0; i < inputs; ++i)
    lz_tensor_release(in[i]);
  lz_executable_release(program), lz_module_release(module);
  lz_device_release(device), lz_context_release(context);
  free(text);
  return 0;
}
