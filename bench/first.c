/* Measures how soon x + 1 runs.
 *
 *    bench_first
 *
 * warm: from bytecode to an executable, in a context that has compiled the program before, so only
 * its kernel is compiled again. fresh: the same, but as the first compilation of a process, after
 * lz_context_create. found: from bytecode to the first result, in a process that finds the program
 * in the cache on disk. Prints medians, and the CPU time of all threads, as one line of JSON in
 * milliseconds. */
#define _GNU_SOURCE
#include "common/check.h"
#include "common/progress.h"
#include "file.h"
#include "median.h"

#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 15, SIZE = 4 };

/* lz-opt --write=bytecode x1.mlir makes these bytes from
 *
 *    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
 *      %one = stablehlo.constant dense<1.0> : tensor<4xf32>
 *      %0 = stablehlo.add %x, %one : tensor<4xf32>
 *      return %0 : tensor<4xf32>
 *    } */
static const unsigned char program[] = {
    0x4d, 0x4c, 0xef, 0x52, 0x0d, 0x4c, 0x61, 0x7a, 0x75, 0x6c, 0x69, 0x00, 0x01, 0x21, 0x07, 0x01,
    0x05, 0x09, 0x0b, 0x01, 0x03, 0x0f, 0x03, 0x05, 0x07, 0x13, 0x05, 0x05, 0x17, 0x1b, 0x03, 0x23,
    0x11, 0x07, 0x01, 0x11, 0x07, 0x0b, 0x0b, 0x0b, 0x0b, 0x1f, 0x13, 0x13, 0x01, 0x07, 0x13, 0x17,
    0x07, 0x02, 0x45, 0x1f, 0x05, 0x0f, 0x0d, 0x03, 0x05, 0x11, 0x05, 0x13, 0x25, 0x01, 0x09, 0x00,
    0x00, 0x80, 0x3f, 0x17, 0x03, 0x05, 0x15, 0x17, 0x03, 0x07, 0x11, 0x1b, 0x03, 0x11, 0x05, 0x05,
    0x03, 0x01, 0x03, 0x01, 0x0b, 0x04, 0x57, 0x05, 0x01, 0x50, 0x01, 0x01, 0x07, 0x04, 0x47, 0x03,
    0x01, 0x05, 0x03, 0x50, 0x01, 0x03, 0x07, 0x04, 0x33, 0x03, 0x07, 0x0f, 0x03, 0x01, 0x00, 0x07,
    0x42, 0x0d, 0x05, 0x03, 0x01, 0x09, 0x06, 0x0f, 0x03, 0x01, 0x05, 0x01, 0x03, 0x05, 0x04, 0x01,
    0x03, 0x05, 0x06, 0x03, 0x01, 0x05, 0x01, 0x00, 0xa3, 0x15, 0x0f, 0x0b, 0x11, 0x09, 0x13, 0x0f,
    0x0f, 0x15, 0x0b, 0x11, 0x62, 0x75, 0x69, 0x6c, 0x74, 0x69, 0x6e, 0x00, 0x66, 0x75, 0x6e, 0x63,
    0x00, 0x73, 0x74, 0x61, 0x62, 0x6c, 0x65, 0x68, 0x6c, 0x6f, 0x00, 0x6d, 0x6f, 0x64, 0x75, 0x6c,
    0x65, 0x00, 0x72, 0x65, 0x74, 0x75, 0x72, 0x6e, 0x00, 0x63, 0x6f, 0x6e, 0x73, 0x74, 0x61, 0x6e,
    0x74, 0x00, 0x61, 0x64, 0x64, 0x00, 0x78, 0x31, 0x2e, 0x6d, 0x6c, 0x69, 0x72, 0x00, 0x6d, 0x61,
    0x69, 0x6e, 0x00, 0x70, 0x75, 0x62, 0x6c, 0x69, 0x63, 0x00, 0x08, 0x19, 0x07, 0x05, 0x01, 0x01,
    0x0b, 0x01, 0x05, 0x01, 0x07, 0x13, 0x03, 0x0b,
};

typedef struct spent {
  double seconds, cpu;
} spent;

static spent now(void) {
  struct timespec cpu;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
  return (spent){now_seconds(), (double)cpu.tv_sec + 1e-9 * (double)cpu.tv_nsec};
}

static lz_executable* compile(lz_context* context) {
  lz_module* module;
  lz_executable* executable;
  CHECK(lz_module_parse(context, (const char*)program, sizeof program, "x1", &module));
  CHECK(lz_module_compile(module, NULL, &executable));
  lz_module_release(module);
  return executable;
}

static void run(lz_context* context, lz_executable* executable) {
  float values[SIZE] = {1, 2, 3, 4};
  const int64_t dims[] = {SIZE};
  lz_device* device;
  lz_tensor *x, *y;
  CHECK(lz_context_device(context, 0, &device));
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, dims, 1, values, NULL, &x));
  CHECK(lz_executable_run(executable, &x, 1, NULL, &y, 1));
  CHECK(lz_tensor_read(y, values, sizeof values));
  if (values[SIZE - 1] != 5)
    fail("a wrong sum from", "x + 1");
  lz_tensor_release(x), lz_tensor_release(y), lz_device_release(device);
}

/* Runs in a new process. `folder` is the folder of the cache on disk, or "off". Prints the time
 * until the first executable. With a cache, it also prints the time until the first result; without
 * one, the time of a warm compilation. */
static int child(const char* folder) {
  setenv("LAZULI_CACHE", folder, 1);
  const int isFound = strcmp(folder, "off") != 0;
  lz_context* context;
  CHECK(lz_context_create(NULL, &context));
  spent start = now();
  lz_executable* executable = compile(context);
  if (isFound)
    run(context, executable);
  spent end = now();
  lz_executable_release(executable);
  double warm[ROUNDS] = {0};
  setenv("LAZULI_DISABLE", "objects", 1);
  for (int i = 0; !isFound && i < ROUNDS; ++i) {
    const double before = now_seconds();
    executable = compile(context);
    warm[i] = now_seconds() - before;
    lz_executable_release(executable);
  }
  printf("%.9f %.9f %.9f\n", end.seconds - start.seconds, end.cpu - start.cpu,
         median(warm, ROUNDS));
  lz_context_release(context);
  return 0;
}

static void measure(const char* folder, spent* took, double* warm) {
  char command[4200];
  snprintf(command, sizeof command, "/proc/%d/exe --child '%s'", (int)getpid(), folder);
  FILE* answer = popen(command, "r");
  if (answer == NULL || fscanf(answer, "%lf %lf %lf", &took->seconds, &took->cpu, warm) != 3 ||
      pclose(answer) != 0)
    fail("no fresh process with the cache", folder);
}

/* Prints the figures of ROUNDS processes. */
static void report(const char* name, const char* folder) {
  double seconds[ROUNDS], cpu[ROUNDS], warm[ROUNDS];
  for (int i = 0; i < ROUNDS; ++i) {
    spent took;
    measure(folder, &took, &warm[i]);
    seconds[i] = took.seconds, cpu[i] = took.cpu;
  }
  printf("\"%s_ms\": %.2f, \"%s_cpu_ms\": %.2f", name, 1e3 * median(seconds, ROUNDS), name,
         1e3 * median(cpu, ROUNDS));
  if (strcmp(folder, "off") == 0)
    printf(", \"warm_ms\": %.2f, ", 1e3 * median(warm, ROUNDS));
}

int main(int argc, char** argv) {
  if (argc == 3 && strcmp(argv[1], "--child") == 0)
    return child(argv[2]);
  char folder[] = "/tmp/lazuli-bench-XXXXXX", remove[64];
  spent first;
  double warm;
  if (argc != 1 || mkdtemp(folder) == NULL)
    fail("usage: bench_first, and no folder", folder);
  measure(folder, &first, &warm); /* this keeps the program */
  printf("{");
  report("fresh", "off");
  report("found", folder);
  printf("}\n");
  snprintf(remove, sizeof remove, "rm -rf '%s'", folder);
  return system(remove) != 0;
}
