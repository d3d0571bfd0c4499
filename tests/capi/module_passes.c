/* Modules that are verified, cloned and changed by passes. */
#include "modules.h"
#include "recorded.h"

static const char* const twins = "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                                 "  %0 = stablehlo.tanh %x : tensor<3xf32>\n"
                                 "  %1 = stablehlo.tanh %x : tensor<3xf32>\n"
                                 "  %2 = stablehlo.add %0, %1 : tensor<3xf32>\n"
                                 "  %3 = stablehlo.negate %x : tensor<3xf32>\n"
                                 "  return %2 : tensor<3xf32>\n"
                                 "}\n";

static lz_module* behind(const lz_module* module, const char* passes) {
  lz_module* made = NULL;
  OK(lz_module_run_passes(module, passes, NULL, &made));
  return made;
}

/* Returns how often the word occurs in the printed module. */
static int count(const lz_module* module, const char* word) {
  lz_string* text = NULL;
  int found = 0;
  OK(lz_module_print(module, &text));
  for (const char* at = lz_string_data(text); (at = strstr(at, word)) != NULL; ++at)
    ++found;
  lz_string_release(text);
  return found;
}

static void runOnX(const Fixture* f, lz_module* module, float* out) {
  lz_tensor* y = NULL;
  OK(lz_module_call(module, &f->x, 1, LZ_HERE, &y, 1));
  OK(lz_tensor_read(y, out, 3 * sizeof(float)));
  lz_tensor_release(y);
}

static void testPasses(const Fixture* f) {
  lz_module* module = parse(f, twins);
  lz_module *alive = behind(module, "lz-dce"), *both = behind(module, " dce ,lz-cse");
  CHECK(count(alive, "stablehlo.tanh") == 2 && count(alive, "stablehlo.negate") == 0);
  CHECK(count(both, "stablehlo.tanh") == 1 && count(both, "stablehlo.negate") == 0);
  CHECK(count(module, "stablehlo.tanh") == 2); /* the module has not changed */
  float expected[3], got[3];
  runOnX(f, module, expected);
  runOnX(f, both, got);
  CHECK(memcmp(got, expected, sizeof got) == 0);
  lz_module_release(module), lz_module_release(alive), lz_module_release(both);
}

/* After each single pass, and after all passes, programs pass verification and give the same
 * results. */
static void testEveryPass(const Fixture* f) {
  static const char* const names[] = {"lz-inline-calls",
                                      "lz-decompose-custom-calls",
                                      "lz-promote-operands",
                                      "lz-expand-complex",
                                      "lz-drop-empty",
                                      "lz-canonicalize",
                                      "lz-unroll-loops",
                                      "lz-cse",
                                      "lz-simplify-algebra",
                                      "lz-fold-constants",
                                      "lz-dce",
                                      "lz-order-products",
                                      "lz-join-products",
                                      "lz-decompose-select-and-scatter",
                                      "lz-split-windows",
                                      "lz-split-reductions",
                                      "lz-split-concatenations",
                                      "lz-split-dilations",
                                      "lz-separate-reductions",
                                      "lz-legalize-contractions",
                                      "lz-pack-matrices",
                                      "lz-hlo"};
  const lz_pass_options verify = {sizeof verify, LZ_NUMERICS_STRICT, 1};
  lz_function* function = thousandfold(f->device);
  lz_module* module = moduleOf(function);
  for (size_t i = 0; i < COUNT(names); ++i) {
    lz_module* made = NULL;
    lz_executable* executable = NULL;
    lz_tensor* outputs[2] = {NULL, NULL};
    float got[3] = {0, 0, 0};
    OK(lz_module_run_passes(module, names[i], &verify, &made));
    OK(lz_module_verify(made));
    OK(lz_module_compile(made, NULL, &executable));
    OK(lz_executable_run(executable, &f->x, 1, NULL, outputs, 2));
    OK(lz_tensor_read(outputs[1], got, sizeof got));
    CHECK(got[0] == 1024 && got[2] == 3072);
    lz_tensor_release(outputs[0]), lz_tensor_release(outputs[1]);
    lz_executable_release(executable);
    lz_module_release(made);
  }
  lz_function_release(function);
  lz_module_release(module);
}

static lz_dtype typeOfInput(const lz_module* module, size_t* rank) {
  lz_dtype dtype = 0;
  const int64_t* dims = NULL;
  OK(lz_module_input_type(module, 0, &dtype, &dims, rank));
  return dtype;
}

/* Types of inputs and outputs stay, except complex ones. */
static void testTypes(const Fixture* f) {
  size_t rank = 0;
  lz_module* small = parse(f, "func.func @main(%x: tensor<3xf8E4M3FN>) -> tensor<3xf8E4M3FN> {\n"
                              "  %0 = stablehlo.multiply %x, %x : tensor<3xf8E4M3FN>\n"
                              "  return %0 : tensor<3xf8E4M3FN>\n"
                              "}\n");
  lz_module* made = behind(small, "lz-hlo");
  CHECK(typeOfInput(made, &rank) == LZ_DTYPE_F8E4M3FN && count(made, "stablehlo.convert") > 0);
  OK(lz_module_verify(made));
  lz_module_release(small), lz_module_release(made);
  lz_module* complex = parse(f, "func.func @main(%x: tensor<3xcomplex<f32>>) -> "
                                "tensor<3xcomplex<f32>> {\n"
                                "  %0 = stablehlo.multiply %x, %x : tensor<3xcomplex<f32>>\n"
                                "  return %0 : tensor<3xcomplex<f32>>\n"
                                "}\n");
  made = behind(complex, "lz-cse");
  CHECK(typeOfInput(made, &rank) == LZ_DTYPE_C64 && rank == 1);
  lz_module_release(made);
  made = behind(complex, "lz-expand-complex");
  CHECK(typeOfInput(made, &rank) == LZ_DTYPE_U64 && rank == 1);
  OK(lz_module_verify(made));
  lz_module_release(complex), lz_module_release(made);
}

static const char* const scatteredComplex =
    "func.func @main(%x: tensor<4xcomplex<f32>>, %s: tensor<2xcomplex<f32>>, "
    "%i: tensor<complex<f32>>) -> tensor<4xcomplex<f32>> {\n"
    "  %0 = \"stablehlo.select_and_scatter\"(%x, %s, %i) ({\n"
    "    ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):\n"
    "      %c = stablehlo.compare GE, %a, %b : (tensor<complex<f32>>, tensor<complex<f32>>) -> "
    "tensor<i1>\n"
    "      stablehlo.return %c : tensor<i1>\n"
    "  }, {\n"
    "    ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):\n"
    "      %c = stablehlo.add %a, %b : tensor<complex<f32>>\n"
    "      stablehlo.return %c : tensor<complex<f32>>\n"
    "  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : "
    "(tensor<4xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> "
    "tensor<4xcomplex<f32>>\n"
    "  return %0 : tensor<4xcomplex<f32>>\n"
    "}\n";

static void testErrorsNameThePass(const Fixture* f) {
  lz_module* module = parse(f, scatteredComplex);
  lz_module* made = (lz_module*)f;
  lz_status* status = lz_module_run_passes(module, "lz-cse,lz-expand-complex", NULL, &made);
  CHECK(made == NULL && lz_status_code(status) == LZ_UNIMPLEMENTED);
  CHECK(strstr(lz_status_message(status), "lz-expand-complex: ") != NULL);
  CHECK(strcmp(lz_status_op(status), "select_and_scatter") == 0);
  CHECK(strcmp(lz_status_location(status), "test.mlir:2:8") == 0);
  lz_status_release(status);
  lz_module_release(module);
  module = parse(f, "func.func @main(%x: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {\n"
                    "  %0 = stablehlo.custom_call @foreign(%x) : (tensor<3xcomplex<f32>>) -> "
                    "tensor<3xcomplex<f32>>\n"
                    "  return %0 : tensor<3xcomplex<f32>>\n"
                    "}\n");
  FAILS(LZ_UNIMPLEMENTED, "lz-expand-complex", lz_module_run_passes(module, "hlo", NULL, &made));
  lz_module_release(module);
}

static void testMisuse(const Fixture* f) {
  lz_module *module = parse(f, twins), *made = NULL;
  lz_pass_options options = {sizeof options, LZ_NUMERICS_DEFAULT, 0};
  const char* const unknown[] = {"", ",", "lz-cse,,dce", "fusion", "lz-cse lz-dce", "lz-lz-cse"};
  for (size_t i = 0; i < COUNT(unknown); ++i)
    FAILS(LZ_INVALID_ARGUMENT, "use lz-hlo for all passes",
          lz_module_run_passes(module, unknown[i], NULL, &made));
  FAILS(LZ_INVALID_ARGUMENT, "passes is NULL", lz_module_run_passes(module, NULL, NULL, &made));
  FAILS(LZ_INVALID_ARGUMENT, "out_module", lz_module_run_passes(module, "cse", NULL, NULL));
  FAILS(LZ_INVALID_ARGUMENT, "lz_module", lz_module_run_passes(NULL, "cse", NULL, &made));
  options.verify = 2;
  FAILS(LZ_INVALID_ARGUMENT, "verify", lz_module_run_passes(module, "cse", &options, &made));
  options.verify = 1, options.numerics = 9;
  FAILS(LZ_INVALID_ARGUMENT, "numerics", lz_module_run_passes(module, "cse", &options, &made));
  options.numerics = LZ_NUMERICS_FAST;
  FAILS(LZ_UNIMPLEMENTED, "FAST", lz_module_run_passes(module, "cse", &options, &made));
  options.struct_size = 1;
  FAILS(LZ_INVALID_ARGUMENT, "struct_size", lz_module_run_passes(module, "cse", &options, &made));
  FAILS(LZ_INVALID_ARGUMENT, "lz_module", lz_module_verify(NULL));
  FAILS(LZ_INVALID_ARGUMENT, "lz_module", lz_module_verify((lz_module*)f->x));
  FAILS(LZ_INVALID_ARGUMENT, "lz_module", lz_module_clone(NULL, f->context, &made));
  FAILS(LZ_INVALID_ARGUMENT, "lz_context", lz_module_clone(module, (lz_context*)f->device, &made));
  FAILS(LZ_INVALID_ARGUMENT, "out_module", lz_module_clone(module, NULL, NULL));
  CHECK(made == NULL);
  lz_module_release(module);
}

/* A clone in another context runs there after the first context is gone. */
static void testClones(const Fixture* f) {
  Fixture other = setUp(NULL);
  lz_module *module = parse(&other, twins), *same = NULL, *here = NULL;
  float expected[3], got[3];
  runOnX(&other, module, expected);
  OK(lz_module_clone(module, NULL, &same));
  OK(lz_module_clone(module, f->context, &here));
  lz_module_release(module);
  runOnX(&other, same, got);
  CHECK(memcmp(got, expected, sizeof got) == 0);
  OK(lz_context_shutdown(other.context));
  FAILS(LZ_FAILED_PRECONDITION, "shut down", lz_module_run_passes(same, "cse", NULL, &module));
  CHECK(module == NULL);
  OK(lz_module_verify(same));
  lz_module_release(same);
  tearDown(&other);
  runOnX(f, here, got);
  CHECK(memcmp(got, expected, sizeof got) == 0);
  lz_module_release(here);
}

int main(void) {
  Fixture f = setUp(NULL);
  testPasses(&f);
  testEveryPass(&f);
  testTypes(&f);
  testErrorsNameThePass(&f);
  testClones(&f);
  testMisuse(&f);
  tearDown(&f);
  return finish();
}
