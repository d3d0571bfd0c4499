/* Compiles a program once and keeps it in a file: the next process loads it, and compiles nothing.
 *
 *   saved FILE */
#include "common/check.h"

static const char text[] = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
                           "  %0 = stablehlo.tanh %x : tensor<4xf32>\n"
                           "  %1 = stablehlo.multiply %0, %x : tensor<4xf32>\n"
                           "  return %1 : tensor<4xf32>\n"
                           "}\n";

/* Writes to another name first, so that other processes never see half a program. */
static void save(const lz_executable* program, const char* path) {
  char other[4096];
  lz_string* bytes;
  CHECK(lz_executable_save(program, &bytes));
  snprintf(other, sizeof other, "%s.new", path);
  FILE* file = fopen(other, "wb");
  size_t size = lz_string_size(bytes), written = 0;
  if (file != NULL)
    written = fwrite(lz_string_data(bytes), 1, size, file);
  if (file == NULL || fclose(file) != 0 || written != size || rename(other, path) != 0)
    perror(path);
  lz_string_release(bytes);
}

/* Returns NULL if there is no such file, or if it is not for this library and this machine. */
static lz_executable* load(lz_context* context, const char* path) {
  static char bytes[1 << 20];
  FILE* file = fopen(path, "rb");
  if (file == NULL)
    return NULL;
  size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  lz_executable* program = NULL;
  lz_status* status = lz_executable_load(context, bytes, size, &program);
  if (status != NULL)
    fprintf(stderr, "%s\n", lz_status_message(status));
  lz_status_release(status);
  return program;
}

static lz_executable* compile(lz_context* context) {
  lz_module* module;
  lz_executable* program;
  CHECK(lz_module_parse(context, text, SIZE_MAX, "saved.mlir", &module));
  CHECK(lz_module_compile(module, NULL, &program));
  lz_module_release(module);
  return program;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s FILE\n", argv[0]);
    return 2;
  }
  lz_context* context;
  lz_device* device;
  CHECK(lz_context_create(NULL, &context));
  CHECK(lz_context_device(context, 0, &device));
  lz_executable* program = load(context, argv[1]);
  printf(program != NULL ? "loaded\n" : "compiled\n");
  if (program == NULL) {
    program = compile(context);
    save(program, argv[1]);
  }
  float values[4] = {-1, 0, 0.5f, 2};
  const int64_t n = 4;
  lz_tensor *x, *y;
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, &n, 1, values, NULL, &x));
  CHECK(lz_executable_run(program, &x, 1, NULL, &y, 1));
  CHECK(lz_tensor_read(y, values, sizeof values));
  printf("x tanh(x): %.5f %.5f %.5f %.5f\n", (double)values[0], (double)values[1],
         (double)values[2], (double)values[3]);
  lz_tensor_release(x), lz_tensor_release(y), lz_executable_release(program);
  lz_device_release(device), lz_context_release(context);
  return 0;
}
