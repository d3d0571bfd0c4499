#include "options.h"

/* XCTest keeps the cases that have run, and what they hold, until the process ends: leaks are
 * looked for by counting handles instead. The address sanitizer asks before it is ready itself. */
__attribute__((no_sanitize("address"), visibility("default"))) const char*
__lsan_default_options(void) {
  return "detect_leaks=0";
}
