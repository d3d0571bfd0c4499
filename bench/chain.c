/* Records, computes and frees a chain of N ops (default 1,000,000). This works because nothing
 * recurses over the graph, and programs have a bounded size.
 *
 *    chain [N] */
#include "common/check.h"
#include "common/progress.h"

#include <math.h>
#include <sys/resource.h>

int main(int argc, char** argv) {
  long n = argc > 1 ? atol(argv[1]) : 1000000;
  double start = now_seconds();
  lz_context* context;
  lz_device* device;
  lz_context_options options = {.struct_size = sizeof options, .max_pending_ops = 4 * (int64_t)n};
  CHECK(lz_context_create(&options, &context));
  CHECK(lz_context_device(context, 0, &device));
  const float one = 1;
  float value = 0;
  lz_tensor *x, *step;
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, NULL, 0, &value, NULL, &x));
  CHECK(lz_tensor_from_host(device, LZ_DTYPE_F32, NULL, 0, &one, NULL, &step));
  for (long i = 0; i < n; ++i) {
    lz_tensor* next;
    CHECK(lz_add(x, step, NULL, &next));
    lz_tensor_release(x);
    x = next;
  }
  double recorded = now_seconds();
  CHECK(lz_tensor_read(x, &value, sizeof value));
  double computed = now_seconds();
  lz_tensor_release(x), lz_tensor_release(step);
  lz_device_release(device);
  lz_context_release(context);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("{\"ops\": %ld, \"record_s\": %.2f, \"compute_s\": %.2f, \"total_s\": %.2f, \"peak_mb\": "
         "%.0f}\n",
         n, recorded - start, computed - recorded, now_seconds() - start,
         (double)usage.ru_maxrss / 1024);
  float expected = n < (1 << 24) ? (float)n : (float)(1 << 24);
  if (value != expected) {
    fprintf(stderr, "the chain gave %g instead of %g\n", (double)value, (double)expected);
    return 1;
  }
  return 0;
}
