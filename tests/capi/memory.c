/* If a compilation finds no memory, it ends with values or with LZ_RESOURCE_EXHAUSTED, and never
 * ends the process. Each child process has a limit of its address space. The first limit is 1 MiB
 * more than the parent has, and each further limit is `step` MiB larger. `step` is the argument. */
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIDE = 64, OPS = 14, SECONDS = 120, MOST_MIB = 160 };
static float values[SIDE * SIDE];

static long bytesOfProcess(void) {
  FILE* file = fopen("/proc/self/statm", "r");
  long pages = 0;
  CHECK(file && fscanf(file, "%ld", &pages) == 1);
  if (file)
    fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

static int mayFail(lz_status* status) {
  if (!status)
    return 1;
  CHECK(lz_status_code(status) == LZ_RESOURCE_EXHAUSTED);
  if (lz_status_code(status) != LZ_RESOURCE_EXHAUSTED)
    printf("code %d: %s\n", (int)lz_status_code(status), lz_status_message(status));
  lz_status_release(status);
  return 0;
}

static lz_status* apply(int i, lz_tensor* x, lz_tensor* y, lz_tensor** out) {
  static const int64_t turned[] = {1, 0};
  switch (i % 7) {
  case 0:
    return lz_tanh(x, NULL, out);
  case 1:
    return matmul(x, y, NULL, out);
  case 2:
    return lz_exponential(x, NULL, out);
  case 3:
    return lz_transpose(x, turned, 2, NULL, out);
  case 4:
    return lz_log_plus_one(x, NULL, out);
  case 5:
    return lz_power(x, y, NULL, out);
  default:
    return lz_sine(x, NULL, out);
  }
}

static void compute(lz_device* device) {
  const int64_t dims[] = {SIDE, SIDE};
  lz_tensor *x = NULL, *current = NULL;
  if (!mayFail(lz_tensor_from_host(device, LZ_DTYPE_F32, dims, 2, values, NULL, &x)))
    return;
  current = x;
  lz_tensor_retain(current);
  for (int i = 0; i < OPS && current; ++i) {
    lz_tensor* next = NULL;
    mayFail(apply(i, current, x, &next));
    lz_tensor_release(current);
    current = next;
  }
  if (current)
    mayFail(lz_tensor_read(current, values, sizeof values));
  lz_tensor_release(current);
  lz_tensor_release(x);
}

/* Runs everything twice, because memory that the first run took must not be missing in the second
 * run. */
static void useLibrary(void) {
  lz_context* context = NULL;
  lz_device* device = NULL;
  if (!mayFail(lz_context_create(NULL, &context)))
    return;
  if (mayFail(lz_context_device(context, 0, &device))) {
    compute(device);
    compute(device);
  }
  lz_device_release(device);
  lz_context_release(context);
  CHECK(lz_live_handles() == 0);
}

static void checkWith(long mebibytes) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    struct rlimit limit;
    limit.rlim_cur = limit.rlim_max = (rlim_t)(bytesOfProcess() + (mebibytes << 20));
    CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    alarm(SECONDS);
    failures = 0; /* failures of earlier children are not its own */
    useLibrary();
    fflush(stdout);
    _exit(failures != 0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    printf("with %ld MiB: %s %d\n", mebibytes, WIFSIGNALED(status) ? "signal" : "exit status",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(int argc, char** argv) {
  long step = argc > 1 ? atol(argv[1]) : 20;
  for (int i = 0; i < SIDE * SIDE; ++i)
    values[i] = 0.01f * (float)i / (SIDE * SIDE);
  for (long mebibytes = 1; mebibytes <= MOST_MIB; mebibytes += step)
    checkWith(mebibytes);
  return failures != 0;
}
