/* Gradients through the public API: of tensors, of functions, of gradients; and errors. */
#include "check.h"
#include "sum.h"

static void expectValues(lz_tensor* tensor, const float* want, size_t n) {
  float got[16];
  OK(lz_tensor_read(tensor, got, n * sizeof(float)));
  for (size_t i = 0; i < n; ++i)
    CHECK(got[i] == want[i]);
}

/* The loss is sum(x * x * w), so d/dx = 2 x w and d/dw = x * x. The derivative of sum(d loss / dx)
 * with respect to w is 2 x. */
static void testGradients(void) {
  Fixture f = setUp(NULL);
  const float weights[3] = {4, 5, 6};
  lz_tensor *w = makeVector(f.device, weights, 3), *square = NULL, *product = NULL, *g[2], *gg;
  OK(lz_multiply(f.x, f.x, LZ_HERE, &square));
  OK(lz_multiply(square, w, LZ_HERE, &product));
  lz_tensor* loss = sum(f.device, product);
  lz_tensor_release(square), lz_tensor_release(product);
  lz_tensor* arguments[2] = {f.x, w};
  OK(lz_gradients(&loss, 1, NULL, arguments, 2, NULL, g));
  lz_tensor* total = sum(f.device, g[0]);
  OK(lz_gradients(&total, 1, NULL, &w, 1, NULL, &gg));
  CHECK(counter(&f, LZ_COUNTER_EXECUTIONS) == 0);
  expectValues(loss, (const float[]){1 * 4 + 4 * 5 + 9 * 6}, 1);
  expectValues(g[0], (const float[]){8, 20, 36}, 3);
  expectValues(g[1], (const float[]){1, 4, 9}, 3);
  expectValues(gg, (const float[]){2, 4, 6}, 3);
  lz_tensor_release(loss), lz_tensor_release(g[0]), lz_tensor_release(g[1]);
  lz_tensor_release(total), lz_tensor_release(gg), lz_tensor_release(w);
  tearDown(&f);
}

/* Both operands of an add have the same gradient, which is one handle with two references. */
static void testSharedGradient(void) {
  Fixture f = setUp(NULL);
  lz_tensor *y = makeVector(f.device, (const float[]){1, 1, 1}, 3), *z = NULL, *t = NULL, *g[2];
  OK(lz_add(f.x, y, LZ_HERE, &t));
  OK(lz_multiply(t, t, LZ_HERE, &z));
  lz_tensor* arguments[2] = {f.x, y};
  OK(lz_gradients(&z, 1, &y, arguments, 2, NULL, g));
  for (int i = 0; i < 2; ++i) {
    expectValues(g[i], (const float[]){4, 6, 8}, 3);
    lz_tensor_release(g[i]);
  }
  lz_tensor_release(y), lz_tensor_release(z), lz_tensor_release(t);
  tearDown(&f);
}

/* f(x) = x * x * w, with w captured: its gradient, and the gradient of that. */
static void testFunctionGradient(void) {
  Fixture f = setUp(NULL);
  lz_tensor *w = NULL, *x = NULL, *square = NULL, *y = NULL;
  OK(lz_tensor_from_host(f.device, LZ_DTYPE_F32, NULL, 0, (const float[]){3}, NULL, &w));
  lz_function *cube = NULL, *first = NULL, *second = NULL, *none = NULL;
  OK(lz_function_begin(f.device, "square", &cube));
  OK(lz_function_parameter(cube, LZ_DTYPE_F32, NULL, 0, &x));
  OK(lz_multiply(x, x, LZ_HERE, &square));
  OK(lz_multiply(square, w, LZ_HERE, &y));
  OK(lz_function_finish(cube, &y, 1));
  lz_tensor_release(x), lz_tensor_release(square), lz_tensor_release(y);
  const size_t zero = 0;
  lz_function_gradient_options options = {sizeof options, 1, 0};
  OK(lz_function_gradient(cube, &zero, 1, &options, &first));
  CHECK(lz_function_num_parameters(first) == 1 && lz_function_num_results(first) == 2);
  CHECK(lz_function_num_captures(first) == 1);
  options.with_values = 0, options.with_cotangents = 1;
  OK(lz_function_gradient(first, &zero, 1, &options, &second));
  CHECK(lz_function_num_parameters(second) == 3);

  lz_tensor *at = NULL, *results[2], *g = NULL;
  OK(lz_tensor_from_host(f.device, LZ_DTYPE_F32, NULL, 0, (const float[]){5}, NULL, &at));
  OK(lz_call(&at, 1, first, LZ_HERE, results, 2));
  expectValues(results[0], (const float[]){75}, 1);
  expectValues(results[1], (const float[]){30}, 1);
  /* The second gradient: d/dx of 10 * value + slope is 10 * 2 w x + 2 w. */
  lz_tensor *ten = NULL, *one = NULL;
  OK(lz_scalar_f64(f.device, LZ_DTYPE_F32, 10, LZ_HERE, &ten));
  OK(lz_scalar_f64(f.device, LZ_DTYPE_F32, 1, LZ_HERE, &one));
  lz_tensor* operands[3] = {at, ten, one};
  OK(lz_call(operands, 3, second, LZ_HERE, &g, 1));
  expectValues(g, (const float[]){306}, 1);

  const size_t seven = 7;
  FAILS(LZ_INVALID_ARGUMENT, "parameter 7", lz_function_gradient(cube, &seven, 1, NULL, &none));
  CHECK(none == NULL);
  FAILS(LZ_INVALID_ARGUMENT, "results", lz_function_gradient(first, &zero, 1, NULL, &none));
  lz_tensor_release(results[0]), lz_tensor_release(results[1]), lz_tensor_release(g);
  lz_tensor_release(ten), lz_tensor_release(one), lz_tensor_release(at), lz_tensor_release(w);
  lz_function_release(cube), lz_function_release(first), lz_function_release(second);
  tearDown(&f);
}

static void testErrors(void) {
  Fixture f = setUp(NULL);
  lz_tensor *bits = NULL, *back = NULL, *square = NULL, *g = NULL, *whole = NULL;
  OK(lz_multiply(f.x, f.x, LZ_HERE, &square));
  FAILS(LZ_INVALID_ARGUMENT, "one real element", lz_gradients(&square, 1, NULL, &f.x, 1, NULL, &g));
  CHECK(g == NULL);
  FAILS(LZ_INVALID_ARGUMENT, "NULL", lz_gradients(NULL, 1, NULL, &f.x, 1, NULL, &g));
  FAILS(LZ_INVALID_ARGUMENT, "out_gradients", lz_gradients(&square, 1, NULL, &f.x, 1, NULL, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "no output", lz_gradients(NULL, 0, NULL, &f.x, 1, NULL, &g));

  const int64_t same = 3;
  OK(lz_bitcast_convert(square, LZ_DTYPE_S32, LZ_HERE, &bits));
  OK(lz_bitcast_convert(bits, LZ_DTYPE_F32, LZ_HERE, &back));
  lz_gradient_options unused = {sizeof unused, 1, 0};
  /* After a conversion to integers, the output does not depend on x. */
  FAILS(LZ_INVALID_ARGUMENT, "argument 0", lz_gradients(&back, 1, &f.x, &f.x, 1, NULL, &g));
  OK(lz_gradients(&back, 1, &f.x, &f.x, 1, &unused, &g));
  expectValues(g, (const float[]){0, 0, 0}, 3);
  lz_tensor_release(g);

  lz_tensor_release(back);
  OK(lz_bitcast_convert(square, LZ_DTYPE_F32, LZ_HERE, &back));
  lz_status* status = lz_gradients(&back, 1, &f.x, &f.x, 1, NULL, &g);
  CHECK(lz_status_code(status) == LZ_UNIMPLEMENTED);
  CHECK(strcmp(lz_status_op(status), "bitcast_convert") == 0);
  CHECK(strstr(lz_status_location(status), "gradient.c:"));
  lz_status_release(status);

  OK(lz_tensor_from_host(f.device, LZ_DTYPE_S32, &same, 1, (const int32_t[]){1, 2, 3}, NULL,
                         &whole));
  FAILS(LZ_INVALID_ARGUMENT, "float", lz_gradients(&square, 1, &f.x, &whole, 1, &unused, &g));
  OK(lz_context_barrier(f.context, f.device, LZ_BARRIER_WAIT, NULL));
  FAILS(LZ_FAILED_PRECONDITION, "before the barrier",
        lz_gradients(&square, 1, &f.x, &f.x, 1, NULL, &g));
  lz_tensor_release(square), lz_tensor_release(bits), lz_tensor_release(back);
  lz_tensor_release(whole);
  tearDown(&f);
}

int main(void) {
  testGradients();
  testSharedGradient();
  testFunctionGradient();
  testErrors();
  return finish();
}
