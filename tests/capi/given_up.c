/* If a run fails after its first write, the status says which donated tensors are lost. */
#include "check.h"
#include "endless.h"

static lz_event* submit(lz_context* context) {
  lz_barrier* barrier = NULL;
  lz_event* event = NULL;
  OK(lz_context_barrier(context, NULL, 0, &barrier));
  OK(lz_barrier_event(barrier, &event));
  lz_barrier_release(barrier);
  return event;
}

/* If a run in place fails, the status names the donated tensors whose memory the run has taken
 * over. It names no other tensors. */
static void aRunThatHasWrittenNamesWhatWasGivenUp(void) {
  Fixture f = setUp(NULL);
  static const float five[5] = {1, 2, 3, 4, 5};
  char made[256], given[256];
  lz_tensor *x = NULL, *y = NULL, *z = NULL, *kept = makeVector(f.device, five, 5);
  OK(lz_negate(f.x, LZ_HERE, &x));
  snprintf(made, sizeof made, "the result of [negate] at %s:%d", __FILE__, __LINE__ - 1);
  OK(lz_context_barrier(f.context, NULL, LZ_BARRIER_WAIT, NULL));
  lz_tensor* never = endless(f.device, 3);
  OK(lz_add(x, x, LZ_HERE, &y));
  OK(lz_multiply(f.x, f.x, LZ_HERE, &z));
  snprintf(given, sizeof given, "tensor<3xf32>, an operand of [multiply] at %s:%d", __FILE__,
           __LINE__ - 2);
  OK(lz_tensor_donate(x)), OK(lz_tensor_donate(f.x)), OK(lz_tensor_donate(kept));
  lz_event* event = submit(f.context);
  FAILS(LZ_DEADLINE_EXCEEDED, "running", lz_event_wait(event, 50000000));
  OK(lz_event_cancel(event));
  lz_status* status = lz_event_wait(event, LZ_WAIT_FOREVER);
  CHECK(lz_status_code(status) == LZ_CANCELLED);
  CHECK(strstr(lz_status_message(status), made));
  CHECK(strstr(lz_status_message(status), given));
  CHECK(!strstr(lz_status_message(status), "tensor<5xf32>"));
  printf("%s\n", lz_status_message(status));
  lz_status_release(status);
  float values[5];
  FAILS(LZ_FAILED_PRECONDITION, "donated", lz_tensor_read(x, values, 12));
  FAILS(LZ_FAILED_PRECONDITION, "donated", lz_tensor_read(f.x, values, 12));
  OK(lz_tensor_read(kept, values, 20));
  lz_tensor_release(x), lz_tensor_release(y), lz_tensor_release(z), lz_tensor_release(kept);
  lz_tensor_release(never);
  lz_event_release(event);
  tearDown(&f);
}

static const char* const kInPlace =
    "func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<f32>) {\n"
    "  %sum = stablehlo.add %x, %y : tensor<3xf32>\n"
    "  %half = stablehlo.constant dense<0.5> : tensor<f32>\n"
    "  %one = stablehlo.constant dense<1.0> : tensor<f32>\n"
    "  %n = stablehlo.while(%i = %half) : tensor<f32>\n"
    "    cond {\n"
    "      %c = stablehlo.compare LT, %i, %one : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
    "      stablehlo.return %c : tensor<i1>\n"
    "    } do {\n"
    "      %m = stablehlo.multiply %i, %i : tensor<f32>\n"
    "      stablehlo.return %m : tensor<f32>\n"
    "    }\n"
    "  return %sum, %n : tensor<3xf32>, tensor<f32>\n"
    "}\n";

static void aRunOfAnExecutableNamesItsArguments(void) {
  Fixture f = setUp(NULL);
  static const float three[3] = {4, 5, 6};
  const uint8_t donate[2] = {0, 1};
  const lz_compile_options compile = {sizeof compile, 0, 0, donate, 2};
  const lz_run_options run = {sizeof run, 0, donate, 2, NULL, 0, NULL, NULL};
  lz_module* module = NULL;
  lz_executable* executable = NULL;
  lz_tensor *inputs[2] = {f.x, makeVector(f.device, three, 3)}, *out[2];
  lz_event* event = NULL;
  OK(lz_module_parse(f.context, kInPlace, SIZE_MAX, "in_place.mlir", &module));
  OK(lz_module_compile(module, &compile, &executable));
  OK(lz_executable_run(executable, inputs, 2, &run, out, 2));
  OK(lz_tensor_event(out[0], &event));
  FAILS(LZ_DEADLINE_EXCEEDED, "running", lz_event_wait(event, 50000000));
  OK(lz_event_cancel(event));
  FAILS(LZ_CANCELLED, "already overwritten: argument 1", lz_event_wait(event, LZ_WAIT_FOREVER));
  float values[3];
  OK(lz_tensor_read(f.x, values, sizeof values));
  FAILS(LZ_FAILED_PRECONDITION, "donated", lz_tensor_read(inputs[1], values, sizeof values));
  lz_event_release(event);
  lz_tensor_release(out[0]), lz_tensor_release(out[1]), lz_tensor_release(inputs[1]);
  lz_executable_release(executable);
  lz_module_release(module);
  tearDown(&f);
}

int main(void) {
  aRunThatHasWrittenNamesWhatWasGivenUp();
  aRunOfAnExecutableNamesItsArguments();
  return finish();
}
