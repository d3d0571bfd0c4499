#include "options.h"

/* XCTest keeps finished test cases and their values until the process ends, which would be
 * reported as leaks. So tests find leaks by counting handles. This function must not be
 * instrumented, because the address sanitizer calls it before its own initialization. */
__attribute__((no_sanitize("address"), visibility("default"))) const char*
__lsan_default_options(void) {
  return "detect_leaks=0";
}
