/* A program with a LAPACK and a BLAS. It is linked with liblazuli.a, which contains a LAPACK and a
 * BLAS, too. The program and Lazuli find the eigenvalues of one matrix, alternately. Each of them
 * calls its own functions, although the names are equal. Prints "right: 1, 1; refused: 1" twice. */
#include <lazuli/lazuli.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100 };
static const char text[] =
    "func.func @main(%a: tensor<100x100xf64>) -> tensor<100xf64> {\n"
    "  %0:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {\n"
    "    mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8},\n"
    "    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],\n"
    "    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>,\n"
    "                      dense<> : tensor<0xindex>]}\n"
    "    : (tensor<100x100xf64>) -> (tensor<100x100xf64>, tensor<100xf64>, tensor<i32>)\n"
    "  return %0#1 : tensor<100xf64>\n"
    "}\n";

/* The program's own function. */
void dsyevd_(const char* mode, const char* uplo, const int* n, double* a, const int* lda, double* w,
             double* work, const int* lwork, int* iwork, const int* liwork, int* info, size_t,
             size_t);

static int refusals = 0;

/* LAPACK calls this for an invalid argument. The program defines its own version. */
void xerbla_(const char* routine, const int* argument, size_t length) {
  (void)routine, (void)argument, (void)length;
  ++refusals;
}

static void check(lz_status* status) {
  if (status == NULL)
    return;
  fprintf(stderr, "Lazuli: %s\n", lz_status_message(status));
  exit(1);
}

/* 2 on the diagonal and -1 next to it. */
static void fill(double* a) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      a[i * N + j] = i == j ? 2 : abs(i - j) == 1 ? -1 : 0;
}

static int are_right(const double* values) {
  const double pi = acos(-1);
  for (int i = 0; i < N; ++i)
    if (!(fabs(values[i] - (2 - 2 * cos((i + 1) * pi / (N + 1)))) < 1e-12))
      return 0;
  return 1;
}

static int by_program(double* a, double* values, int n) {
  enum { LENGTH = 1 + 6 * N + 2 * N * N, INTEGERS = 3 + 5 * N };
  static double work[LENGTH];
  static int integers[INTEGERS];
  const int stride = N, length = LENGTH, count = INTEGERS;
  int info;
  dsyevd_("V", "L", &n, a, &stride, values, work, &length, integers, &count, &info, 1, 1);
  return info;
}

static void by_lazuli(const double* a, double* values) {
  lz_context* context;
  lz_device* device;
  lz_module* module;
  lz_executable* program;
  lz_tensor *x, *w;
  const int64_t dims[] = {N, N};
  const lz_run_options wait = {.struct_size = sizeof wait, .flags = LZ_RUN_WAIT};
  check(lz_context_create(NULL, &context));
  check(lz_context_device(context, 0, &device));
  check(lz_module_parse(context, text, sizeof text - 1, "text", &module));
  check(lz_module_compile(module, NULL, &program));
  check(lz_tensor_from_host(device, LZ_DTYPE_F64, dims, 2, a, NULL, &x));
  check(lz_executable_run(program, &x, 1, &wait, &w, 1));
  check(lz_tensor_read(w, values, N * sizeof *values));
  lz_tensor_release(x), lz_tensor_release(w);
  lz_executable_release(program), lz_module_release(module);
  lz_device_release(device), lz_context_release(context);
}

int main(void) {
  static double a[N * N], values[N];
  for (int turn = 0; turn < 2; ++turn) {
    fill(a);
    by_lazuli(a, values);
    int lazuli = are_right(values);
    int program = by_program(a, values, N) == 0 && are_right(values);
    refusals = 0;
    int refused = by_program(a, values, -1) == -3 && refusals == 1;
    printf("right: %d, %d; refused: %d\n", lazuli, program, refused);
  }
}
