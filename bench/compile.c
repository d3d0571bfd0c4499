/* Measures how long a program of StableHLO text takes to compile.
 *
 *   bench_compile PROGRAM.mlir...
 *   bench_compile --once PROGRAM.mlir compiles and prints nothing; use it with LAZULI_DUMP
 *
 * Prints one line of JSON with three times in milliseconds, each the median of five processes.
 * cold: from the start of a process, including the loading of the library, to the executable. warm:
 * the process parses and compiles the program once more, with all kernels. again: the same as warm,
 * but the objects of the kernels are found in the cache. */
#include "common/check.h"
#include "common/progress.h"
#include "file.h"
#include "median.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 5 };

static void compile(lz_context* context, const char* path) {
  size_t size;
  char* text = read_file(path, &size);
  lz_module* module;
  lz_executable* executable;
  CHECK(lz_module_parse(context, text, size, path, &module));
  CHECK(lz_module_compile(module, NULL, &executable));
  lz_executable_release(executable);
  lz_module_release(module);
  free(text);
}

static double seconds_of_compiling(lz_context* context, const char* path) {
  double seconds[ROUNDS];
  for (int i = 0; i < ROUNDS; ++i) {
    double start = now_seconds();
    compile(context, path);
    seconds[i] = now_seconds() - start;
  }
  return median(seconds, ROUNDS);
}

/* Runs in the new process. Prints the time on the system clock at which the executable was ready,
 * and the seconds of "warm" and "again". */
static int child(const char* path) {
  setenv("LAZULI_CACHE", "off", 1);
  lz_context* context;
  CHECK(lz_context_create(NULL, &context));
  compile(context, path);
  double ready = now_seconds();
  double again = seconds_of_compiling(context, path);
  setenv("LAZULI_DISABLE", "objects", 1);
  printf("%.9f %.9f %.9f\n", ready, seconds_of_compiling(context, path), again);
  return 0;
}

static void measure(const char* self, const char* path, double* cold, double* warm, double* again) {
  int out[2];
  if (pipe(out) != 0)
    fail("no pipe for", path);
  double start = now_seconds();
  pid_t pid = fork();
  if (pid == 0) {
    dup2(out[1], STDOUT_FILENO);
    execl(self, self, "--child", path, (char*)NULL);
    _exit(127);
  }
  close(out[1]);
  FILE* answer = fdopen(out[0], "r");
  double ready;
  int status;
  if (pid < 0 || answer == NULL || fscanf(answer, "%lf %lf %lf", &ready, warm, again) != 3 ||
      waitpid(pid, &status, 0) != pid || status != 0)
    fail("cannot compile", path);
  fclose(answer);
  *cold = ready - start;
}

/* bench/rows/softmax.mlir -> softmax */
static void print_name(const char* path) {
  const char* slash = strrchr(path, '/');
  const char* name = slash == NULL ? path : slash + 1;
  const char* dot = strrchr(name, '.');
  printf("%.*s", dot == NULL ? (int)strlen(name) : (int)(dot - name), name);
}

static int once(const char* path) {
  lz_context* context;
  CHECK(lz_context_create(NULL, &context));
  compile(context, path);
  lz_context_release(context);
  return 0;
}

int main(int argc, char** argv) {
  if (argc == 3 && strcmp(argv[1], "--child") == 0)
    return child(argv[2]);
  if (argc == 3 && strcmp(argv[1], "--once") == 0)
    return once(argv[2]);
  if (argc < 2) {
    fprintf(stderr, "usage: bench_compile PROGRAM.mlir...\n");
    return 2;
  }
  for (int i = 1; i < argc; ++i) {
    double cold[ROUNDS], warm[ROUNDS], again[ROUNDS];
    for (int round = 0; round < ROUNDS; ++round)
      measure("/proc/self/exe", argv[i], &cold[round], &warm[round], &again[round]);
    printf(i == 1 ? "{\"" : ", \"");
    print_name(argv[i]);
    printf("\": {\"cold_ms\": %.1f, \"warm_ms\": %.1f, \"again_ms\": %.1f}",
           1e3 * median(cold, ROUNDS), 1e3 * median(warm, ROUNDS), 1e3 * median(again, ROUNDS));
    fflush(stdout);
  }
  printf("}\n");
  return 0;
}
