/* load LIBRARY: loads the library at run time, closes it and loads it again, with and without
 * RTLD_GLOBAL. After dlclose the library stays in memory, because its threads, and its functions
 * for the end of the process, still need the code. */
#include <dlfcn.h>
#include <lazuli/lazuli.h>
#include <stdio.h>

static void* symbol(void* library, const char* name) {
  void* address = dlsym(library, name);
  if (address == NULL)
    fprintf(stderr, "no symbol %s\n", name);
  return address;
}

/* Computes in a context that outlives the dlclose. */
static int compute(void* library) {
  const float values[3] = {1, 2, 3};
  const int64_t length = 3;
  float result[3] = {0, 0, 0};
  lz_context* context = NULL;
  lz_device* device = NULL;
  lz_tensor *x = NULL, *sum = NULL;
  __typeof__(&lz_context_create) create = symbol(library, "lz_context_create");
  __typeof__(&lz_context_device) get_device = symbol(library, "lz_context_device");
  __typeof__(&lz_tensor_from_host) from_host = symbol(library, "lz_tensor_from_host");
  __typeof__(&lz_add) add = symbol(library, "lz_add");
  __typeof__(&lz_context_barrier) barrier = symbol(library, "lz_context_barrier");
  __typeof__(&lz_tensor_read) read = symbol(library, "lz_tensor_read");
  if (create(NULL, &context) || get_device(context, 0, &device) ||
      from_host(device, LZ_DTYPE_F32, &length, 1, values, NULL, &x) || add(x, x, NULL, &sum) ||
      barrier(context, device, 0, NULL) || read(sum, result, sizeof result))
    return 1;
  return result[0] != 2 || result[2] != 6;
}

int main(int argc, char** argv) {
  const int modes[] = {RTLD_NOW | RTLD_LOCAL, RTLD_LAZY | RTLD_LOCAL, RTLD_NOW | RTLD_GLOBAL};
  for (size_t i = 0; argc > 1 && i < sizeof modes / sizeof *modes; ++i) {
    void* library = dlopen(argv[1], modes[i]);
    if (library == NULL || compute(library) != 0 || dlclose(library) != 0) {
      const char* error = dlerror();
      fprintf(stderr, "mode %zu: %s\n", i, error ? error : "wrong numbers");
      return 1;
    }
    if (dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD) == NULL) {
      fprintf(stderr, "dlclose unloaded the library\n");
      return 1;
    }
  }
  return argc < 2;
}
