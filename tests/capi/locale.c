/* In a locale that writes numbers like 1,5 and 1.234.567, the library reads and writes the same
 * texts and computes the same numbers. */
#include "check.h"
#include "sum.h"

#include <locale.h>
#include <stdint.h>
#include <unistd.h>

#ifdef __cplusplus
#include <locale>
#endif

/* setlocale never frees what it keeps of LOCPATH. The leak sanitizer calls this function to learn
 * which leaks to ignore. */
#ifdef __cplusplus
extern "C"
#endif
    const char*
    __lsan_default_suppressions(void);
const char* __lsan_default_suppressions(void) {
  return "leak:argz_add_sep";
}

static char folder[] = "/tmp/lazuli-locale-XXXXXX";

/* Returns 0 if this machine has no such locale. */
static int useCommas(void) {
  char command[256], number[16];
  static const char* const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", NULL};
  if (!mkdtemp(folder))
    return 0;
  snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 2>/dev/null",
           folder);
  if (system(command) == 0)
    setenv("LOCPATH", folder, 1);
  for (const char* const* name = names; *name; ++name) {
    if (!setlocale(LC_ALL, *name))
      continue;
#ifdef __cplusplus
    std::locale::global(std::locale(*name)); /* the locale of C++ streams, too */
#endif
    snprintf(number, sizeof number, "%.1f", 1.5);
    return strcmp(number, "1,5") == 0;
  }
  return 0;
}

static const char kText[] =
    "func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf64>) {\n"
    "  %0 = stablehlo.constant dense<[1.5, 2.5e-30, 1.0e+30]> : tensor<3xf32>\n"
    "  %1 = stablehlo.constant dense<[1.5, 2.5e-300, 1.0e+300]> : tensor<3xf64>\n"
    "  %2 = stablehlo.add %x, %0 : tensor<3xf32>\n"
    "  %3 = stablehlo.sqrt %1 : tensor<3xf64>\n"
    "  return %2, %3 : tensor<3xf32>, tensor<3xf64>\n"
    "}\n";

/* The scale 1.5e-300 does not fit into a fixed-point number of 128 bits. */
static const char kQuantized[] =
    "func.func @main(%x: tensor<3xf64>) -> tensor<3x!quant.uniform<i8:f64, 1.5e-300:1>> {\n"
    "  %0 = \"stablehlo.uniform_quantize\"(%x)\n"
    "      : (tensor<3xf64>) -> tensor<3x!quant.uniform<i8:f64, 1.5e-300:1>>\n"
    "  return %0 : tensor<3x!quant.uniform<i8:f64, 1.5e-300:1>>\n"
    "}\n";

enum { MOST = 1 << 18 };
typedef struct {
  size_t size;
  char bytes[MOST];
} Texts;

/* Takes the string. */
static void add(Texts* texts, lz_string* string) {
  const size_t size = lz_string_size(string);
  CHECK(texts->size + size < MOST);
  if (texts->size + size < MOST) {
    memcpy(texts->bytes + texts->size, lz_string_data(string), size);
    texts->size += size;
  }
  lz_string_release(string);
}

/* Writes the module in each format, and reads it again. */
static void addFormats(const Fixture* f, const char* source, lz_module_format last, Texts* texts) {
  lz_module *module = NULL, *again = NULL;
  OK(lz_module_parse(f->context, source, SIZE_MAX, NULL, &module));
  for (lz_module_format format = LZ_MODULE_FORMAT_STABLEHLO; module && format <= last; ++format) {
    lz_string *bytes = NULL, *printed = NULL;
    OK(lz_module_write(module, format, &bytes));
    OK(lz_module_parse(f->context, lz_string_data(bytes), lz_string_size(bytes), NULL, &again));
    OK(lz_module_print(again, &printed));
    add(texts, bytes), add(texts, printed);
    lz_module_release(again);
    again = NULL;
  }
  lz_module_release(module);
}

static void addResults(Fixture* f, Texts* texts) {
  lz_module* module = NULL;
  lz_executable* executable = NULL;
  lz_string* text = NULL;
  lz_tensor* out[2] = {NULL, NULL};
  OK(lz_module_parse(f->context, kText, SIZE_MAX, NULL, &module));
  OK(lz_module_compile(module, NULL, &executable));
  OK(lz_executable_fingerprint(executable, &text)), add(texts, text);
  OK(lz_executable_print(executable, &text)), add(texts, text);
  OK(lz_executable_run(executable, &f->x, 1, NULL, out, 2));
  OK(lz_tensor_read(out[0], texts->bytes + texts->size, 12));
  OK(lz_tensor_read(out[1], texts->bytes + texts->size + 12, 24));
  texts->size += 36;
  lz_tensor_release(out[0]), lz_tensor_release(out[1]);
  lz_executable_release(executable), lz_module_release(module);
}

static void addRecording(Fixture* f, Texts* texts) {
  lz_string* text = NULL;
  lz_tensor *scale = NULL, *y = NULL;
  OK(lz_scalar_f64(f->device, LZ_DTYPE_F32, 2.5, NULL, &scale));
  OK(lz_multiply(f->x, f->x, NULL, &y));
  OK(lz_recording_print(&y, 1, &text)), add(texts, text);
  lz_tensor_release(scale), lz_tensor_release(y);
}

/* Adds a message about a wrong number. */
static void addRefusal(Fixture* f, Texts* texts) {
  static const char text[] =
      "func.func @main(%x: tensor<!quant.uniform<i8:f32, 1.5e-60:1>>) { return }\n";
  lz_module* module = NULL;
  lz_status* refused = lz_module_parse(f->context, text, SIZE_MAX, NULL, &module);
  const char* message = lz_status_message(refused);
  CHECK(strstr(message, "scale 1.5e-60 is 0 in 'f32'"));
  memcpy(texts->bytes + texts->size, message, strlen(message));
  texts->size += strlen(message);
  lz_status_release(refused);
}

static void makeTexts(Texts* texts) {
  Fixture f = setUp(NULL);
  memset(texts, 0, sizeof *texts);
  addFormats(&f, kText, LZ_MODULE_FORMAT_HLO_PROTO, texts);
  addFormats(&f, kQuantized, LZ_MODULE_FORMAT_PORTABLE, texts);
  addResults(&f, texts);
  addRecording(&f, texts);
  addRefusal(&f, texts);
  tearDown(&f);
}

int main(void) {
  static Texts before, after;
  char command[256];
  size_t at = 0;
  makeTexts(&before);
  const int possible = useCommas();
  if (possible)
    makeTexts(&after);
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK(system(command) == 0);
  if (!possible && failures == 0) {
    fprintf(stderr, "skipped: no locale with a comma, and localedef makes none\n");
    return 77;
  }
  while (at < before.size && before.bytes[at] == after.bytes[at])
    ++at;
  if (at < before.size)
    fprintf(stderr, "byte %zu differs: ...%.60s\n", at, after.bytes + (at > 20 ? at - 20 : 0));
  CHECK(before.size == after.size && at == before.size);
  return finish();
}
