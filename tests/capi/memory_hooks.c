/* Tests memory that the program provides, its callback for memory pressure, and the option to
 * ignore environment variables. */
#include "check.h"

#include <stdlib.h>

enum { kMiB = 1 << 20 };

/* An allocator that counts bytes and refuses allocations beyond `limit`. */
typedef struct {
  int64_t live, blocks, limit;
  int misaligns; /* whether it gives addresses that are no multiples of 64 */
  int released;
  lz_tensor** spare; /* released under pressure, the last one first */
  int num_spare, asked, answersAnyway;
  int64_t wanted, available;
} Memory;

static void* takes(void* user, size_t bytes, size_t alignment) {
  Memory* m = (Memory*)user;
  char* data;
  CHECK(alignment == 64 && bytes % 64 == 0 && bytes > 0);
  CHECK(!m->released);
  if (__atomic_load_n(&m->live, __ATOMIC_RELAXED) + (int64_t)bytes > m->limit)
    return NULL;
  data = (char*)aligned_alloc(64, bytes + 64);
  if (!data)
    return NULL;
  memset(data, 0xA5, bytes);
  __atomic_fetch_add(&m->live, (int64_t)bytes, __ATOMIC_RELAXED);
  __atomic_fetch_add(&m->blocks, 1, __ATOMIC_RELAXED);
  return data + (m->misaligns ? 8 : 0);
}

static void givesBack(void* user, void* data, size_t bytes) {
  Memory* m = (Memory*)user;
  CHECK(!m->released);
  __atomic_fetch_sub(&m->live, (int64_t)bytes, __ATOMIC_RELAXED);
  __atomic_fetch_sub(&m->blocks, 1, __ATOMIC_RELAXED);
  free((char*)data - (m->misaligns ? 8 : 0));
}

static int32_t letsGo(void* user, int64_t wanted, int64_t available) {
  Memory* m = (Memory*)user;
  ++m->asked;
  m->wanted = wanted;
  m->available = available;
  if (m->num_spare == 0)
    return m->answersAnyway;
  OK(lz_tensor_delete(m->spare[--m->num_spare]));
  return 1;
}

static void ends(void* user) {
  ++((Memory*)user)->released;
}

static lz_context_options withHooks(lz_memory_hooks* hooks, Memory* m) {
  lz_context_options options;
  memset(&options, 0, sizeof options);
  memset(hooks, 0, sizeof *hooks);
  options.struct_size = sizeof options;
  options.memory = hooks;
  hooks->struct_size = sizeof *hooks;
  hooks->user = m;
  hooks->release = ends;
  return options;
}

static lz_tensor* zeros(lz_device* device, int64_t bytes, lz_code code) {
  const int64_t dims[1] = {bytes / 4};
  void* data = calloc(1, (size_t)bytes);
  lz_tensor* x = NULL;
  lz_status* status = lz_tensor_from_host(device, LZ_DTYPE_F32, dims, 1, data, NULL, &x);
  CHECK(lz_status_code(status) == code);
  lz_status_release(status);
  free(data);
  return x;
}

/* All memory comes from the hook, and has returned to it when the last view is released. */
static void testAllMemoryIsTheProgramsOwn(void) {
  Memory m = {0};
  lz_memory_hooks hooks;
  lz_context_options options = withHooks(&hooks, &m);
  Fixture f;
  lz_tensor *x, *y = NULL;
  lz_view* view = NULL;
  int64_t freed = 0;
  m.limit = 64 * kMiB;
  hooks.alloc = takes;
  hooks.free = givesBack;
  f = setUp(&options);
  CHECK(m.blocks > 0);
  x = zeros(f.device, 4 * kMiB, LZ_OK);
  OK(lz_cosine(x, LZ_HERE, &y));
  OK(lz_tensor_acquire_view(y, &view));
  CHECK(m.live >= 8 * kMiB && ((const float*)lz_view_data(view))[0] == 1);
  lz_tensor_release(x), lz_tensor_release(y);
  CHECK(m.live >= 8 * kMiB); /* x is kept for the next allocation */
  OK(lz_context_trim(f.context, &freed));
  CHECK(freed >= 4 * kMiB && m.live < 8 * kMiB);
  tearDown(&f);
  CHECK(m.live >= 4 * kMiB && m.released == 0);
  lz_view_release(view);
  CHECK(m.live == 0 && m.blocks == 0 && m.released == 1);
}

/* If the hook refuses memory, the call fails and nothing is lost. */
static void testARefusal(int misaligns) {
  Memory m = {0};
  lz_memory_hooks hooks;
  lz_context_options options = withHooks(&hooks, &m);
  lz_context* context = NULL;
  lz_device* device = NULL;
  const float value = 1;
  const int64_t dims[1] = {1};
  lz_tensor* x = NULL;
  m.limit = misaligns ? 64 * kMiB : 0;
  m.misaligns = misaligns;
  hooks.alloc = takes;
  hooks.free = givesBack;
  OK(lz_context_create(&options, &context));
  OK(lz_context_device(context, 0, &device));
  FAILS(LZ_RESOURCE_EXHAUSTED, "alloc of lz_memory_hooks",
        lz_tensor_from_host(device, LZ_DTYPE_F32, dims, 1, &value, NULL, &x));
  m.limit = 64 * kMiB;
  m.misaligns = 0;
  x = zeros(device, kMiB, LZ_OK);
  lz_tensor_release(x);
  lz_device_release(device);
  lz_context_release(context);
  CHECK(m.blocks == 0 && m.released == 1);
}

/* Three tensors are released one after the other until a fourth has room. */
static void testPressure(int ownMemory) {
  Memory m = {0};
  lz_memory_hooks hooks;
  lz_context_options options = withHooks(&hooks, &m);
  lz_tensor *spare[3], *big, *y = NULL;
  int32_t deleted = 0;
  Fixture f;
  int i;
  m.limit = 10 * kMiB;
  hooks.pressure = letsGo;
  if (ownMemory) {
    hooks.alloc = takes;
    hooks.free = givesBack;
  }
  options.budget_bytes = ownMemory ? 100 * kMiB : 10 * kMiB;
  f = setUp(&options);
  for (i = 0; i < 3; ++i)
    spare[i] = zeros(f.device, 3 * kMiB, LZ_OK);
  m.spare = spare;
  m.num_spare = 3;
  big = zeros(f.device, 6 * kMiB, LZ_OK);
  CHECK(m.asked == 2 && m.num_spare == 1 && m.wanted == 6 * kMiB);
  OK(lz_tensor_is_deleted(spare[2], &deleted));
  CHECK(deleted == 1);
  OK(lz_tensor_is_deleted(spare[0], &deleted));
  CHECK(deleted == 0);
  /* A run calls the hook, too, on any thread. The result gets the memory of spare[0]. */
  OK(lz_negate(spare[1], NULL, &y));
  lz_tensor_release(y);
  OK(lz_exponential(big, LZ_HERE, &y));
  FAILS(LZ_RESOURCE_EXHAUSTED, "", lz_evaluate(&y, 1, LZ_BARRIER_WAIT, NULL));
  CHECK(m.asked >= 4 && m.num_spare == 0);
  lz_tensor_release(y);
  /* If an answer frees nothing, the hook is not asked again. */
  m.answersAnyway = 1;
  m.asked = 0;
  zeros(f.device, 9 * kMiB, LZ_RESOURCE_EXHAUSTED);
  CHECK(m.asked == 1);
  for (i = 0; i < 3; ++i)
    lz_tensor_release(spare[i]);
  lz_tensor_release(big);
  tearDown(&f);
  CHECK(m.blocks == 0 && m.released == 1);
}

static void testWrongHooks(void) {
  Memory m = {0};
  lz_memory_hooks hooks;
  lz_context_options options = withHooks(&hooks, &m);
  lz_context* context = NULL;
  hooks.alloc = takes;
  FAILS(LZ_INVALID_ARGUMENT, "alloc without free", lz_context_create(&options, &context));
  hooks.alloc = NULL;
  hooks.free = givesBack;
  FAILS(LZ_INVALID_ARGUMENT, "free without alloc", lz_context_create(&options, &context));
  hooks.free = NULL;
  hooks.struct_size = 4;
  FAILS(LZ_INVALID_ARGUMENT, "lz_memory_hooks.struct_size", lz_context_create(&options, &context));
  hooks.struct_size = sizeof hooks;
  options.reserved = 1;
  FAILS(LZ_INVALID_ARGUMENT, "reserved", lz_context_create(&options, &context));
  options.reserved = 0;
  options.ignore_environment = 2;
  FAILS(LZ_INVALID_ARGUMENT, "ignore_environment", lz_context_create(&options, &context));
  options.ignore_environment = 0;
  options.cpu = "vax";
  FAILS(LZ_INVALID_ARGUMENT, "vax", lz_context_create(&options, &context));
  CHECK(context == NULL && m.released == 0);
}

static lz_status* runOnce(int32_t ignore) {
  lz_context_options options;
  Fixture f;
  lz_tensor* y = NULL;
  float values[3];
  lz_status* status;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.ignore_environment = ignore;
  f = setUp(&options);
  OK(lz_negate(f.x, NULL, &y));
  status = lz_tensor_read(y, values, sizeof values);
  lz_tensor_release(y);
  tearDown(&f);
  return status;
}

/* Unknown words in the variables are errors, unless the variables are ignored. */
static void testTheEnvironment(void) {
  static const char* const names[] = {"LAZULI_DISABLE", "LAZULI_SYMBOLS"};
  size_t i;
  for (i = 0; i < 2; ++i) {
    setenv(names[i], "nonsense", 1);
    FAILS(LZ_INVALID_ARGUMENT, names[i], runOnce(0));
    OK(runOnce(1));
    unsetenv(names[i]);
  }
}

int main(void) {
  testAllMemoryIsTheProgramsOwn();
  testARefusal(0);
  testARefusal(1);
  testPressure(0);
  testPressure(1);
  testWrongHooks();
  testTheEnvironment();
  return finish();
}
